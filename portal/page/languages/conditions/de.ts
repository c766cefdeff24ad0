export const de = {
  'not-configured':
    'Dieses Gerät gehört noch niemandem. Geben Sie ihm seine Zugangsdaten, auf seiner Einrichtungsseite oder mit der App.',
  'built-in-hotspot-password':
    'Das voreingestellte Passwort des Hotspots kennt jeder. Setzen Sie mit hotspot_password ein eigenes.',
  'settings-problem':
    'Einige Einstellungen sind ungültig und werden nicht verwendet. machine-agent --check nennt jede davon.',
  'accepted-not-applied': 'Einige Einstellungen sind gültig, aber in dieser Version ohne Wirkung.',
  'credentials-corrupt':
    'Die Datei mit den Zugangsdaten ist nicht lesbar. Geben Sie dem Gerät seine Zugangsdaten noch einmal; die alte Datei bleibt daneben erhalten.',
  'plain-page':
    'Die Dateien der Einrichtungsseite fehlen oder sind beschädigt. Ein einfaches Formular ersetzt sie; installieren Sie den Agenten neu.',
  'storage-unwritable':
    'Der Speicher ist voll oder schreibgeschützt. Was Sie dem Gerät jetzt geben, ist nach einem Neustart verloren.',
  'networkmanager-away':
    'NetworkManager läuft nicht oder ist nicht erreichbar. Das Gerät wartet darauf; prüfen Sie, ob er installiert und gestartet ist.',
  'no-wifi-device':
    'Es gibt kein WLAN-Gerät, das NetworkManager verwaltet. Stecken Sie eines an, oder prüfen Sie Treiber und hotspot_interface.',
  'no-access-point-mode':
    'Dieses WLAN-Gerät oder sein Treiber kann keinen Hotspot öffnen. Nehmen Sie ein anderes, oder setzen Sie hotspot_interface.',
  'radio-blocked': 'Das WLAN ist durch einen Schalter oder durch rfkill gesperrt. Schalten Sie es ein.',
  'country-not-set':
    'Ohne Land sind manche Kanäle nicht nutzbar, bei manchen Geräten auch der Hotspot nicht. Setzen Sie wifi_country.',
  'country-refused':
    'Das System hat wifi_country nicht angenommen. Nötig sind zwei Buchstaben wie DE und das Paket wireless-regdb.',
  'iw-missing': 'Das WLAN-Land lässt sich nicht setzen. Installieren Sie das Paket iw.',
  'hotspot-not-broadcasting': 'Der Hotspot wurde angefordert, ist aber nicht zu sehen. Es wird immer wieder versucht.',
  'hotspot-refused':
    'NetworkManager oder der WLAN-Treiber hat den Hotspot abgelehnt. Es wird wieder versucht; das Protokoll von NetworkManager sagt mehr.',
  'hotspot-door-closed':
    'Ein Teil dessen, was Telefone am Hotspot brauchen, lässt sich nicht öffnen. Es wird wieder versucht.',
  'hotspot-subnet-moved':
    'Das übliche Netz des Hotspots wird auf diesem Gerät schon benutzt. Apps, die 10.42.0.1 erwarten, finden ihn nicht.',
  'hotspot-impaired': 'Der Hotspot ist an, aber ein Teil davon funktioniert nicht.',
  'scan-failing':
    'Dieses WLAN-Gerät kann keine Netzwerke suchen, solange sein Hotspot an ist. Bekannte Netzwerke werden zwischendurch gesucht.',
  'dns-port-in-use':
    'Ein anderes Programm beantwortet am Hotspot die Namensanfragen, daher zeigen Telefone die Einrichtungsseite vielleicht nicht.',
  'http-port-in-use':
    'Ein anderes Programm liefert am Hotspot Webseiten aus, daher kann die Einrichtungsseite nicht erscheinen.',
  'dhcp-port-in-use': 'Ein anderes Programm vergibt Adressen, daher bekommen Telefone am Hotspot möglicherweise keine.',
  'app-port-in-use':
    'Ein anderes Programm belegt den Port der Einrichtungs-App. Die Seite im Browser funktioniert weiter.',
  'dnsmasq-missing':
    'Ohne dnsmasq bekommen Telefone am Hotspot keine Adresse. Installieren Sie das Paket dnsmasq-base.',
  'nft-missing': 'Dienste dieses Geräts sind über seinen Hotspot erreichbar. Installieren Sie das Paket nftables.',
  'iproute-missing':
    'Die Adresse, wegen der manche Telefone die Einrichtungsseite zeigen, lässt sich nicht setzen. Installieren Sie das Paket iproute2.',
  'network-change-undone':
    'Mit den geänderten Netzwerkeinstellungen kam das Gerät nicht online, darum gelten wieder die früheren. Es versucht es erneut, wenn sie sich ändern.',
  'reboot-did-not-happen': 'Das Gerät war zu lange offline und wollte neu starten, läuft aber immer noch.',
  'unit-crashed':
    'Ein Teil des Agenten ist unerwartet zu Ende gegangen. Er wird neu gestartet; die anderen laufen weiter.',
  'event-loop-blocked':
    'Der Agent kam sekundenlang nicht zum Arbeiten. Das Gerät ist überlastet, oder der Agent hat einen Fehler.',
  'clock-implausible':
    'Die Uhr zeigt ein unmögliches Datum, deshalb kommt keine sichere Verbindung zustande. Sie wird gestellt, sobald das Gerät online ist.',
  'cloud-unreachable':
    'Das Gerät ist online, aber seine Cloud antwortet nicht. Es gelten die zuletzt bekannten Einstellungen.',
  'cloud-not-trusted':
    'Das Zertifikat der Cloud ist nicht vertrauenswürdig. Vielleicht liegt eine Anmeldeseite oder ein Proxy dazwischen. Es wurde nichts gesendet.',
  'cloud-refuses-credentials':
    'Die Cloud kennt dieses Gerät nicht, oder sein Schlüssel wurde geändert. Geben Sie dem Gerät seine jetzigen Zugangsdaten.',
  'fragment-refused':
    'Die Cloud verwendet das Fragment nicht, das dieses Gerät bekommen hat. Geben Sie ihm auf seiner Einrichtungsseite ein anderes.',
  'server-binary-missing':
    'Das Programm machine-server fehlt oder läuft auf diesem Gerät nicht. Es wird wieder versucht, wenn sich seine Datei ändert.',
  'server-crash-loop':
    'machine-server endet jedes Mal kurz nach dem Start. Er wird in wachsenden Abständen neu gestartet; sein Protokoll nennt den Grund.',
  'server-does-not-start':
    'machine-server läuft, nimmt die Arbeit aber nicht rechtzeitig auf. Er wird beendet und neu gestartet; sein Protokoll nennt den Grund.',
  'server-out-of-memory':
    'Das System hat machine-server beendet, weil der Arbeitsspeicher knapp war. Er wurde neu gestartet; prüfen Sie, was er ausführt.',
  'server-does-not-end':
    'machine-server hängt im System fest und lässt sich auch nicht erzwungen beenden. Daneben wird kein zweiter gestartet.',
  'server-leftovers':
    'machine-server ist beendet, aber Prozesse, die er gestartet hat, lassen sich nicht beenden. Vielleicht belegen sie seine Geräte.',
  'server-restart-waits': 'Nach einer Änderung muss machine-server neu starten. Das geschieht, sobald es erlaubt ist.',
  'server-unreachable':
    'machine-server sagt nicht, ob er neu gestartet werden darf. Nach zehn Minuten wird er trotzdem neu gestartet.',
};
