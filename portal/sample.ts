import { minutes, seconds } from '../netplan/duration.ts';
import { ssidFromBytes, ssidFromText } from '../netplan/ssid.ts';
import type { PageModel } from './page-model.ts';
import { plainPage } from './plain-page.ts';
import { statusReply } from './replies.ts';
import type { PortalStatus } from './session.ts';

/** A device on its first day, with names of networks that break careless pages. */
const status: PortalStatus = {
  ...{ hostName: 'machine', manufacturer: 'machine', model: 'custom', agentVersion: '0.0.0' },
  ...{ fragmentId: undefined, hotspotSsid: ssidFromText('machine-setup-machine') },
  ...{ configured: false, replacement: 'free', online: false, internet: 'no' },
  networks: [
    ssidFromText('</script><b>"\'&amp;\u2028'),
    ssidFromBytes(Uint8Array.of(0xc6, 0x33, 0x32)),
    ssidFromText(' '),
  ].map((ssid, index) => ({
    ...{
      id: `n${index}`,
      ssid,
      security: 'wpa-psk',
      supported: true,
      signal: 90 - index,
      known: false,
      connected: false,
    },
  })),
  ...{ networksAge: 1000, rescan: 'free', attempt: undefined },
  staged: { network: false, credentials: false, fragment: false },
  conditions: [
    { code: 'not-configured', severity: 'info', text: 'This machine belongs to nobody yet.', detail: undefined },
  ],
  limits: { attempt: seconds(75), hotspotReturns: minutes(1) },
  ...{ color: undefined, logoFile: undefined, extraFields: [] },
};

/** What a page must be able to show before it is trusted at the agent's start. */
export const sampleModel: PageModel = {
  status: statusReply(status, {
    ...{ version: 'sample', token: 'sample-token', sentences: plainPage.sentences('en') },
    hosts: { address: '10.42.0.1', port: 80, names: [], mode: 'redirect' },
    result: { path: '/r/sample', port: 80, localNames: ['machine.local'] },
  }),
  form: { values: {}, errors: [{ field: 'psk', problem: 'too-short', limit: 8 }], problem: 'fields-invalid' },
  screen: 'form',
};
