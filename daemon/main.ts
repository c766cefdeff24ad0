#!/usr/bin/env node
import { check } from './check.ts';
import { runCommandLine } from './cli-run.ts';
import { commands } from './commands/index.ts';
import { runInstall } from './commands/install.ts';
import { spareMemory, takeMallocSettings } from './footprint.ts';
import { logFormatFor, openLogging } from './logging.ts';
import { notifier, takeSupervision } from './notify.ts';
import { pathsFor } from './paths.ts';
import { agentVersion } from './version.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  userId: process.getuid?.(),
  version: agentVersion,
  commands,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  ...(process.stdout.columns === undefined ? {} : { width: process.stdout.columns }),
  async check({ options, print }) {
    const { text, wrong } = await check(pathsFor(options));
    print(text);
    return wrong ? 1 : 0;
  },
  install: runInstall,
  async run(options, warnings) {
    spareMemory();
    takeMallocSettings(process.env);
    // All that a command does not need: D-Bus, the portal and its libraries.
    const { runService } = await import('./service.ts');
    const stop = new AbortController();
    // Not `once`: while a program runs, execa's own listener ends us at once when it finds itself alone on the signal.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
    const supervision = takeSupervision(process.env);
    const logging = await openLogging(logFormatFor(process.env, process.stdout.isTTY === true), 'info');
    const { log } = logging;
    // Whatever state that left behind, a new start has none of it; machine-server lives on meanwhile. Also rejections.
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'a fault that nothing caught: the agent ends, and is to be started again');
      process.exit(1);
    });
    for (const warning of warnings) log.warn({ warning }, 'odd environment');
    await runService({
      ...options,
      paths: pathsFor(options),
      log,
      setLevel: (level) => logging.setLevel(level),
      tap: (listener) => void logging.tap(listener),
      notify: notifier(supervision, log),
      supervision,
      signal: stop.signal,
    });
    await logging.flush();
    // Whatever should still keep the process from ending then: it was to end.
    setTimeout(() => process.exit(), 5000).unref();
    return 0;
  },
});
