import { DBusError } from 'dbus-next';
import t from 'tap';
import { CallTimedOut, ConnectionClosed } from '../../../netplan/dbus/connection.ts';
import { isUnknown, networkError } from '../../../netplan/dbus/refusals.ts';
import { NetworkError } from '../../../netplan/errors.ts';

const nm = 'org.freedesktop.NetworkManager';

for (const [type, code] of [
  ['org.freedesktop.DBus.Error.AccessDenied', 'not-permitted'],
  [`${nm}.PermissionDenied`, 'not-permitted'],
  [`${nm}.Settings.PermissionDenied`, 'not-permitted'],
  ['org.freedesktop.DBus.Error.ServiceUnknown', 'unavailable'],
  ['org.freedesktop.DBus.Error.NoReply', 'unavailable'],
  ['org.freedesktop.DBus.Error.LimitsExceeded', 'timed-out'],
  [`${nm}.Settings.Connection.InvalidProperty`, 'refused'],
  ['com.example.Never.Seen', 'refused'],
] as const) {
  t.test(`${type} is ${code}, with the text and the name kept`, async (t) => {
    t.match(networkError(new DBusError(type, 'because'), 'Ask'), {
      code,
      message: 'Ask: because',
      cause: { message: type },
    });
  });
}

t.test('what happens on our side has a code too, and one that has a code keeps it', async (t) => {
  t.match(networkError(new CallTimedOut('slow'), 'Ask'), { code: 'timed-out' });
  t.match(networkError(new ConnectionClosed('gone'), 'Ask'), { code: 'unavailable' });
  t.match(networkError(new TypeError('bug'), 'Ask'), { code: 'refused', cause: TypeError });
  const own = new NetworkError('radio-blocked', 'off');
  t.equal(networkError(own, 'Ask'), own);
});

t.test('an object that is gone is told from one that refuses', async (t) => {
  const unknown = (type: string) => isUnknown(networkError(new DBusError(type, ''), 'Ask'));
  t.ok(unknown('org.freedesktop.DBus.Error.UnknownObject'));
  t.ok(unknown('org.freedesktop.DBus.Error.UnknownMethod'));
  t.ok(unknown(`${nm}.ConnectionNotActive`));
  t.notOk(unknown(`${nm}.Device.NotAllowed`));
  t.notOk(isUnknown(new Error('else')));
});
