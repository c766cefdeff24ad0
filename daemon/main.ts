#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { logFormatFor, openLogging } from './logging.ts';
import { pathsUnder } from './paths.ts';
import { runService } from './service.ts';

const { values } = parseArgs({
  options: {
    config: { type: 'string', short: 'c' },
    defaults: { type: 'string' },
    debug: { type: 'boolean', short: 'd', default: false },
    'dev-mode': { type: 'boolean', default: false },
  },
});
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const logging = await openLogging(logFormatFor(process.env, process.stdout.isTTY === true), 'info');
const { config, defaults } = values;
const given = { ...(config === undefined ? {} : { config }), ...(defaults === undefined ? {} : { defaults }) };
await runService({
  paths: pathsUnder('', given),
  log: logging.log,
  setLevel: (level) => logging.setLevel(level),
  debug: values.debug,
  devMode: values['dev-mode'],
  signal: stop.signal,
  ready: () => {},
});
await logging.flush();
