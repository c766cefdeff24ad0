// The whole way of a fragment: typed on the phone, through the portal, up to a cloud that nobody plays, and back down.
import t from 'tap';
import { seconds } from '../../netplan/duration.ts';
import type { StatusReply } from '../../portal/schemas.ts';
import { AppTown } from '../support/app-town.ts';
import { localCloud } from '../support/local-cloud.ts';

t.test(
  'a fragment id that is typed on the phone ends as applied configuration; an unknown one is refused',
  async (t) => {
    const cloud = await localCloud(t, { folder: `${t.testdir({ cloud: {} })}/cloud` });
    const { id: fragmentId } = cloud.store.fragments.create('Halls');
    cloud.store.fragments.configure(
      fragmentId,
      '{ "network_configuration": { "manufacturer": "of the fragment", "model": "of the fragment" } }',
    );
    const { id, secret } = cloud.store.machines.create('box');
    cloud.store.machines.configure(id, '{ "network_configuration": { "model": "its own" } }');

    const accessPoints = [{ ssid: 'Home', security: ['wpa-psk'], password: 'home-password' }] as const;
    const place = await AppTown.start(t, { accessPoints, cloud: true, root: `${t.testdirName}/machine` });
    await place.hotspot();
    const portal = `http://127.0.0.1:${place.ports.portal}/api/v1`;
    const status = (await (await fetch(`${portal}/status`)).json()) as StatusReply;
    const posted = await fetch(`${portal}/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: status.token,
        network: status.networks.rows.find(({ name }) => name === 'Home')?.id,
        psk: 'home-password',
        credentials: { cloud: { app_address: cloud.url, id, secret: secret.reveal() } },
        fragmentId,
      }),
    });
    t.equal(posted.status, 202, await posted.text());
    await place.delivered();
    await place.until(() => place.mode === 'station');
    const comesTrue = (holds: () => boolean) =>
      place.reallyUntil(async () => {
        if (!holds()) await place.clock.advance(seconds(1));
        return holds();
      });
    await comesTrue(() => place.session.status().manufacturer === 'of the fragment');
    t.equal(place.session.status().model, 'its own', 'the machine’s own configuration lies above');
    t.match(cloud.store.machines.known(id).report, { fragmentId });

    // The fragment goes: the machine is told why, and keeps what is its own.
    cloud.store.fragments.remove(fragmentId);
    await comesTrue(() => place.health.list(place.clock.now()).some(({ code }) => code === 'fragment-refused'));
    t.equal(place.session.status().model, 'its own');
    t.not(place.session.status().manufacturer, 'of the fragment');
    t.strictSame(cloud.faults, []);
  },
);
