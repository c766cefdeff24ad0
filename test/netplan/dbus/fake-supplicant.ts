// wpa_supplicant on a private bus, in whose hands every interface is.
import { Message } from 'dbus-next';
import type { Test } from 'tap';
import { FakeService } from '../../support/private-bus.ts';

export const wpas = 'fi.w1.wpa_supplicant1';
/** Of the one interface. */
export const path = '/fi/w1/wpa_supplicant1/Interfaces/0';

/** @param answer to everything but the question for the interface's path */
export async function fakeSupplicant(
  t: Test,
  address: string,
  answer: (message: Message) => Message,
): Promise<FakeService> {
  const supplicant = await FakeService.start(address, wpas, (message) =>
    message.member === 'GetInterface' ? Message.newMethodReturn(message, 'o', [path]) : answer(message),
  );
  t.teardown(() => supplicant.stop());
  return supplicant;
}
