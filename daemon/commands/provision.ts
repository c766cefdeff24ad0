import { askingCommand } from './asking.ts';

/** `machine-agent provision`: the hotspot now, for a button or a technician. */
export const provisionCommand = askingCommand(
  'provision',
  'Start the hotspot now, for retry_connection_timeout_minutes. Touching the file "provision" in /run/machine-agent does the same.',
);
