import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { plainPage } from '../../../portal/plain-page.ts';
import { pageModel, townNetworks } from '../../support/page-model.ts';

/** Folders that nginx serves, in one folder that is removed at the end. */
export type Files = {
  readonly folder: string;
  /** The very bytes that our portal sends. */
  readonly same: string;
  /** The same form without any style, script or language: what a page cannot be quicker than by much. */
  readonly plain: string;
  /** comitup's page with the same networks and everything it loads; `undefined` where the package cannot be had. */
  readonly comitup: string | undefined;
};

export async function makeFiles(ours: string): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'page-bench-'));
  const site = async (name: string, html: string): Promise<string> => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.html'), html);
    await writeFile(join(folder, name, 'index.html.gz'), gzipSync(html, { level: 9 }));
    return join(folder, name);
  };
  const [same, plain] = [await site('same', ours), await site('plain', plainPage.default(pageModel(), 'en').html)];
  return { folder, same, plain, comitup: await comitup(folder).catch(() => undefined) };
}

const render = `
import jinja2, json, sys, urllib.parse
points = json.load(sys.stdin)
for point in points: point["ssid_encoded"] = urllib.parse.quote(point["ssid"])
template = jinja2.Environment(loader=jinja2.FileSystemLoader(sys.argv[1]), autoescape=True).get_template("index.html")
print(template.render(points=points, can_blink=False))`;

/** Debian's package, unpacked but not installed (it would take over the machine's network), and its own template. */
async function comitup(folder: string): Promise<string> {
  const installed = '/usr/share/comitup/web/templates';
  const quick = { cwd: folder, timeout: 60_000 };
  let templates = installed;
  if (!existsSync(installed)) {
    await execa('apt-get', ['download', 'comitup'], quick);
    await execa('sh', ['-c', 'dpkg-deb -x comitup_*.deb package'], quick);
    templates = join(folder, 'package', installed);
  }
  const points = townNetworks.map(({ name, security }) => ({
    ssid: name,
    security: security === 'open' ? 'unencrypted' : 'encrypted',
  }));
  const { stdout } = await execa('python3', ['-c', render, templates], { ...quick, input: JSON.stringify(points) });
  const site = join(folder, 'comitup');
  for (const part of ['css', 'js'])
    await cp(join(templates, part), join(site, part), { recursive: true, dereference: true });
  await writeFile(join(site, 'index.html'), stdout);
  return site;
}
