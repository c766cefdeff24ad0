import { fromMessage, toMessage } from '../../../netplan/dbus/values.ts';

/** What the other side of the bus reads of a value that was sent. */
export const overTheWire = (value: unknown): unknown => fromMessage(toMessage(value));
