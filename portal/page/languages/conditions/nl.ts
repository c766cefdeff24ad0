export const nl = {
  'not-configured': 'Dit apparaat is nog van niemand. Geef het zijn inloggegevens op zijn instelpagina of met de app.',
  'built-in-hotspot-password':
    'Iedereen kent het standaardwachtwoord van de hotspot. Stel met hotspot_password een eigen wachtwoord in.',
  'settings-problem':
    'Sommige instellingen zijn ongeldig en worden niet gebruikt. machine-agent --check noemt ze allemaal.',
  'accepted-not-applied': 'Sommige instellingen zijn geldig, maar hebben in deze versie geen effect.',
  'credentials-corrupt':
    'Het bestand met de inloggegevens is onleesbaar. Geef het apparaat zijn inloggegevens opnieuw; het oude bestand blijft ernaast staan.',
  'plain-page':
    'De bestanden van de instelpagina ontbreken of zijn beschadigd. Een eenvoudig formulier vervangt haar; installeer de agent opnieuw.',
  'storage-unwritable': 'De opslag is vol of alleen-lezen. Wat je het apparaat nu geeft, is na een herstart weg.',
  'networkmanager-away':
    'NetworkManager draait niet of is niet bereikbaar. Het apparaat wacht erop; controleer of het geïnstalleerd en gestart is.',
  'no-wifi-device':
    'Er is geen wifi-adapter die NetworkManager beheert. Sluit er een aan, of controleer het stuurprogramma en hotspot_interface.',
  'no-access-point-mode':
    'Deze wifi-adapter, of zijn stuurprogramma, kan geen hotspot openen. Gebruik een andere of stel hotspot_interface in.',
  'radio-blocked': 'De wifi is geblokkeerd door een schakelaar of door rfkill. Zet hem aan.',
  'country-not-set':
    'Zonder land werken sommige kanalen niet, en bij sommige adapters ook de hotspot niet. Stel wifi_country in.',
  'country-refused':
    'Het systeem heeft wifi_country niet geaccepteerd. Nodig zijn twee letters, zoals NL, en het pakket wireless-regdb.',
  'iw-missing': 'Het wifi-land kan niet worden ingesteld. Installeer het pakket iw.',
  'hotspot-not-broadcasting': 'De hotspot is gevraagd, maar is niet in de lucht. Het apparaat blijft het proberen.',
  'hotspot-refused':
    'NetworkManager of het wifi-stuurprogramma weigerde de hotspot. Het apparaat probeert het weer; het logboek van NetworkManager zegt meer.',
  'hotspot-door-closed':
    'Een deel van wat telefoons op de hotspot nodig hebben, kan niet worden geopend. Het apparaat probeert het weer.',
  'hotspot-subnet-moved':
    'Het gewone netwerk van de hotspot is op dit apparaat al in gebruik. Apps die 10.42.0.1 verwachten, vinden hem niet.',
  'hotspot-impaired': 'De hotspot is in de lucht, maar een deel ervan werkt niet.',
  'scan-failing':
    'Deze wifi-adapter kan geen netwerken zoeken terwijl zijn hotspot aan staat. Bekende netwerken worden tussendoor gezocht.',
  'dns-port-in-use':
    'Een ander programma beantwoordt op de hotspot de naamvragen; telefoons tonen de instelpagina misschien niet.',
  'http-port-in-use': 'Een ander programma levert op de hotspot webpagina’s; de instelpagina kan niet worden getoond.',
  'dhcp-port-in-use': 'Een ander programma deelt adressen uit; telefoons krijgen er op de hotspot misschien geen.',
  'app-port-in-use': 'Een ander programma gebruikt de poort van de instel-app. De pagina in de browser werkt nog wel.',
  'dnsmasq-missing': 'Zonder dnsmasq krijgen telefoons op de hotspot geen adres. Installeer het pakket dnsmasq-base.',
  'nft-missing': 'Diensten van dit apparaat zijn vanaf zijn hotspot bereikbaar. Installeer het pakket nftables.',
  'iproute-missing':
    'Het adres waardoor sommige telefoons de instelpagina tonen, kan niet worden ingesteld. Installeer het pakket iproute2.',
  'network-change-undone':
    'Met de gewijzigde netwerkinstellingen kwam het apparaat niet online, dus gelden de vorige weer. Het probeert het opnieuw als ze veranderen.',
  'reboot-did-not-happen': 'Het apparaat was te lang offline en vroeg om een herstart, maar het draait nog steeds.',
  'unit-crashed': 'Een deel van de agent is onverwacht gestopt. Het wordt opnieuw gestart; de andere gaan door.',
  'event-loop-blocked':
    'De agent kwam secondenlang niet aan werken toe. Het apparaat is overbelast, of de agent heeft een fout.',
  'clock-implausible':
    'De klok geeft een onmogelijke datum aan, dus een veilige verbinding kan niet. Hij wordt gelijkgezet zodra het apparaat online is.',
  'cloud-unreachable': 'Het apparaat is online, maar zijn cloud antwoordt niet. De laatst bekende instellingen gelden.',
  'cloud-not-trusted':
    'Het certificaat van de cloud is niet te vertrouwen. Misschien zit er een inlogpagina of proxy tussen. Er is niets verzonden.',
  'cloud-refuses-credentials':
    'De cloud kent dit apparaat niet, of zijn sleutel is gewijzigd. Geef het apparaat zijn huidige inloggegevens.',
  'fragment-refused':
    'De cloud gebruikt het fragment niet dat dit apparaat kreeg. Geef het op zijn instelpagina een ander.',
  'server-binary-missing':
    'Het programma machine-server ontbreekt of kan hier niet draaien. Het wordt weer geprobeerd als het bestand verandert.',
  'server-crash-loop':
    'machine-server stopt kort na elke start. Hij wordt opnieuw gestart, met steeds langere pauzes; zijn logboek zegt waarom.',
  'server-does-not-start':
    'machine-server draait, maar is niet op tijd klaar voor gebruik. Hij wordt gestopt en opnieuw gestart; zijn logboek zegt waarom.',
  'server-out-of-memory':
    'Het systeem stopte machine-server door geheugentekort. Hij is opnieuw gestart; kijk wat hij uitvoert.',
  'server-does-not-end':
    'machine-server zit vast in het systeem en stopt zelfs niet met geweld. Er wordt geen tweede naast gestart.',
  'server-leftovers':
    'machine-server is gestopt, maar processen die hij had gestart, kunnen niet worden gestopt. Misschien bezetten ze zijn apparaten.',
  'server-restart-waits': 'Door een wijziging moet machine-server opnieuw starten. Dat gebeurt zodra het mag.',
  'server-unreachable': 'machine-server zegt niet of hij opnieuw gestart mag worden. Na tien minuten gebeurt dat toch.',
};
