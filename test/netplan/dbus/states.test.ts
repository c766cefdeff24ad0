import t from 'tap';
import { type Circumstances, reasonOfActivation, reasonOfDevice, refine } from '../../../netplan/dbus/states.ts';
import { type JoinReason, joinReasons } from '../../../netplan/reasons.ts';

t.test('each device reason has its meaning, and those of later versions are "failed"', async (t) => {
  // The numbers are NMDeviceStateReason's, which never change.
  const meant = new Map([
    [5, 'no-address'],
    [7, 'wrong-password'],
    [8, 'disassociated'],
    [9, 'unsupported-security'],
    [11, 'timed-out'],
    [16, 'no-address'],
    [17, 'no-address'],
    [36, 'device-gone'],
    [38, 'interrupted'],
    [39, 'interrupted'],
    [53, 'network-not-found'],
    [60, 'interrupted'],
    [64, 'address-in-use'],
    [67, 'network-not-found'],
    [72, 'interrupted'],
    [77, 'device-gone'],
  ]);
  for (const [number, reason] of meant) t.equal(reasonOfDevice(number), reason, `reason ${number}`);
  for (let number = 0; number <= 78; number++) t.ok(joinReasons.includes(reasonOfDevice(number)));
  t.equal(reasonOfDevice(79), 'failed');
  t.equal(reasonOfDevice(-1), 'failed');
});

t.test('an activation that ends without its device saying why has a reason too', async (t) => {
  t.equal(reasonOfActivation(9), 'wrong-password');
  t.equal(reasonOfActivation(14), 'device-gone');
  t.equal(reasonOfActivation(2), 'interrupted');
  t.equal(reasonOfActivation(99), 'failed');
});

const told = (reason: JoinReason, circumstances: Circumstances) => refine({ reason, admitted: false }, circumstances);

t.test('circumstances tell more than NetworkManager', async (t) => {
  const here = { security: ['wpa-psk'], signal: 60, heard: true, radio: 'on' } as const;
  const enterprise = { ...here, security: ['enterprise'] } as const;
  t.equal(told('disassociated', here), 'disassociated');
  t.equal(told('disassociated', { ...here, signal: 10 }), 'signal-too-weak');
  t.equal(told('timed-out', { ...here, signal: 19 }), 'signal-too-weak');
  t.equal(told('timed-out', { ...here, signal: undefined }), 'timed-out');
  t.equal(told('wrong-password', { ...here, signal: 1 }), 'wrong-password');
  t.equal(told('wrong-password', enterprise), 'identity-refused');
  t.equal(told('disassociated', enterprise), 'identity-refused');
  t.equal(told('failed', { ...here, radio: 'soft-blocked' }), 'radio-blocked');
});

t.test('what had been accepted before the link broke was not wrong', async (t) => {
  const here = { security: ['wpa-psk'], signal: 60, heard: true, radio: 'on' } as const;
  const broke = { reason: 'wrong-password', admitted: true } as const;
  t.equal(refine(broke, here), 'disassociated');
  t.equal(refine(broke, { ...here, signal: 10 }), 'signal-too-weak');
  t.equal(refine(broke, { ...here, security: ['enterprise'] }), 'disassociated');
  t.equal(refine({ reason: 'no-address', admitted: true }, here), 'no-address');
});

t.test('"not found" of a network that was heard all the time is a refusal, with SAE of the password', async (t) => {
  const here = { signal: 60, heard: true, radio: 'on' } as const;
  t.equal(told('network-not-found', { ...here, security: ['wpa-psk'] }), 'refused');
  t.equal(told('network-not-found', { ...here, security: ['sae'] }), 'wrong-password');
  t.equal(told('network-not-found', { ...here, security: ['wpa-psk', 'sae'] }), 'wrong-password');
  t.equal(told('network-not-found', { ...here, security: ['sae'], signal: 5 }), 'signal-too-weak');
  t.equal(told('network-not-found', { ...here, security: ['sae'], heard: false }), 'network-not-found');
});
