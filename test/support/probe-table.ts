/** Requests of connectivity checks, as the systems send them: `phones.md` has them with their sources. */
export type Probe = { readonly system: string; readonly host: string; readonly path: string; readonly agent?: string };

const apple = 'CaptiveNetworkSupport-443.1 wispr';
const android = 'Dalvik/2.1.0 (Linux; U; Android 14; SM-S918B Build/UP1A)';

const row = (system: string, host: string, path: string, agent?: string): Probe =>
  agent === undefined ? { system, host, path } : { system, host, path, agent };

export const probes: readonly Probe[] = [
  row('iOS', 'captive.apple.com', '/hotspot-detect.html', apple),
  row('iOS', 'www.apple.com', '/library/test/success.html', apple),
  row('iOS', 'apple.com', '/', apple),
  row('iOS', 'www.thinkdifferent.us', '/TgvdkOZ1/BHVTQoca/Q9REJ2Z2.html', apple),
  row('iOS', 'www.appleiphonecell.com', '/', apple),
  row('iOS', 'www.airport.us', '/Q8/x.html', apple),
  row('iOS', 'www.ibook.info', '/a', apple),
  row('iOS', 'www.itools.info', '/', apple),
  row('iOS', 'netcts.cdn-apple.com', '/', apple),
  row('iOS', 'gsp1.apple.com', '/pep/gcc', apple),
  row('Android', 'connectivitycheck.gstatic.com', '/generate_204', android),
  row('Android', 'www.google.com', '/generate_204', android),
  row('Android', 'www.google.com', '/gen_204', android),
  row('Android', 'play.googleapis.com', '/generate_204', android),
  row('Android', 'clients3.google.com', '/generate_204', android),
  row('Android', 'connectivitycheck.android.com', '/generate_204', android),
  row('Samsung', 'connectivity.samsung.com.cn', '/generate_204', android),
  row('Samsung', 'connectivitycheck.samsungdm.com', '/generate_204', android),
  row('Xiaomi', 'connect.rom.miui.com', '/generate_204', android),
  row('Huawei', 'connectivitycheck.platform.hicloud.com', '/generate_204', android),
  row('Honor', 'connectivitycheck.platform.hihonorcloud.com', '/generate_204', android),
  row('OPPO', 'conn1.oppomobile.com', '/generate_204', android),
  row('vivo', 'wifi.vivo.com.cn', '/generate_204', android),
  row('Windows', 'www.msftconnecttest.com', '/connecttest.txt', 'Microsoft NCSI'),
  row('Windows', 'ipv6.msftconnecttest.com', '/connecttest.txt', 'Microsoft NCSI'),
  row('Windows', 'www.msftconnecttest.com', '/redirect'),
  row('Windows', 'go.microsoft.com', '/fwlink/?LinkID=219472&clcid=0x409'),
  row('Windows', 'www.msftncsi.com', '/ncsi.txt', 'Microsoft NCSI'),
  row('Edge', 'edge-http.microsoft.com', '/captiveportal/generate_204'),
  row('ChromeOS', 'www.gstatic.com', '/generate_204'),
  row('Firefox', 'detectportal.firefox.com', '/canonical.html'),
  row('Firefox', 'detectportal.firefox.com', '/success.txt?ipv4'),
  row('GNOME', 'nmcheck.gnome.org', '/check_network_status.txt'),
  row('Debian', 'network-test.debian.org', '/nm'),
  row('Fedora', 'fedoraproject.org', '/static/hotspot.txt'),
  row('Ubuntu', 'connectivity-check.ubuntu.com', '/'),
  row('Arch', 'ping.archlinux.org', '/'),
  row('KDE', 'networkcheck.kde.org', '/'),
  row('Kindle', 'spectrum.s3.amazonaws.com', '/kindle-wifi/wifistub.html'),
  row('Kindle', 'spectrum.s3.amazonaws.com', '/kindle-wifi/wifistub-eink.html'),
  row('Fire OS', 'fireoscaptiveportal.com', '/generate_204'),
  row('Steam', 'test.steampowered.com', '/204'),
  row('Cloudflare', 'cp.cloudflare.com', '/generate_204'),
  row('nobody knows yet', 'a.host.that.is.new.example', '/what?ever=1'),
];
