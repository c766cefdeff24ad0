// Imports each of the modules given, one after the other, and prints what each of them has loaded, as JSON.
import { registerHooks } from 'node:module';

let loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});

const steps: string[][] = [];
for (const module of process.argv.slice(2)) {
  loaded = [];
  await import(new URL(`../../${module}`, import.meta.url).href);
  steps.push(loaded);
}
process.stdout.write(JSON.stringify(steps));
