export const it = {
  'not-configured':
    'Questa macchina non è ancora di nessuno. Dalle le sue credenziali nella sua pagina di configurazione o con l’app.',
  'built-in-hotspot-password':
    'La password predefinita dell’hotspot la conoscono tutti. Impostane una tua con hotspot_password.',
  'settings-problem':
    'Alcune impostazioni non sono valide e non vengono usate. machine-agent --check le indica una per una.',
  'accepted-not-applied': 'Alcune impostazioni sono valide, ma in questa versione non hanno effetto.',
  'credentials-corrupt':
    'Il file delle credenziali non è leggibile. Dai di nuovo alla macchina le sue credenziali; il vecchio file resta accanto.',
  'plain-page':
    'I file della pagina di configurazione mancano o sono danneggiati. Un modulo semplice la sostituisce; installa di nuovo l’agente.',
  'storage-unwritable': 'La memoria è piena o di sola lettura. Quello che dai ora alla macchina si perde al riavvio.',
  'networkmanager-away':
    'NetworkManager non è in funzione o non risponde. La macchina lo aspetta; controlla che sia installato e avviato.',
  'no-wifi-device':
    'Nessun adattatore Wi-Fi è gestito da NetworkManager. Collegane uno, o controlla il suo driver e hotspot_interface.',
  'no-access-point-mode':
    'Questo adattatore Wi-Fi, o il suo driver, non può aprire un hotspot. Usane un altro o imposta hotspot_interface.',
  'radio-blocked': 'Il Wi-Fi è bloccato da un interruttore o da rfkill. Accendilo.',
  'country-not-set':
    'Senza il paese alcuni canali non funzionano e, con alcuni adattatori, nemmeno l’hotspot. Imposta wifi_country.',
  'country-refused':
    'Il sistema non ha accettato wifi_country. Servono due lettere, come IT, e il pacchetto wireless-regdb.',
  'iw-missing': 'Non si può impostare il paese del Wi-Fi. Installa il pacchetto iw.',
  'hotspot-not-broadcasting': 'L’hotspot è stato richiesto, ma non trasmette. La macchina continua a riprovare.',
  'hotspot-refused':
    'NetworkManager o il driver Wi-Fi ha rifiutato l’hotspot. La macchina riprova; il registro di NetworkManager dice di più.',
  'hotspot-door-closed': 'Una parte di ciò che serve ai telefoni sull’hotspot non si può aprire. La macchina riprova.',
  'hotspot-subnet-moved':
    'La rete abituale dell’hotspot è già in uso su questa macchina. Le app che si aspettano 10.42.0.1 non lo trovano.',
  'hotspot-impaired': 'L’hotspot è acceso, ma una sua parte non funziona.',
  'scan-failing':
    'Questo adattatore Wi-Fi non può cercare reti mentre il suo hotspot è acceso. Le reti note vengono cercate negli intervalli.',
  'dns-port-in-use':
    'Un altro programma risponde alle richieste di nomi sull’hotspot: i telefoni potrebbero non mostrare la pagina di configurazione.',
  'http-port-in-use':
    'Un altro programma serve pagine web sull’hotspot: la pagina di configurazione non può comparire.',
  'dhcp-port-in-use': 'Un altro programma assegna indirizzi: i telefoni potrebbero non riceverne sull’hotspot.',
  'app-port-in-use':
    'Un altro programma usa la porta dell’app di configurazione. La pagina nel browser funziona comunque.',
  'dnsmasq-missing':
    'Senza dnsmasq i telefoni non ricevono un indirizzo sull’hotspot. Installa il pacchetto dnsmasq-base.',
  'nft-missing': 'I servizi di questa macchina si possono raggiungere dal suo hotspot. Installa il pacchetto nftables.',
  'iproute-missing':
    'Non si può impostare l’indirizzo con cui alcuni telefoni mostrano la pagina di configurazione. Installa il pacchetto iproute2.',
  'network-change-undone':
    'Con le impostazioni di rete cambiate la macchina non è andata online, quindi è tornata alle precedenti. Riproverà quando cambieranno.',
  'reboot-did-not-happen':
    'La macchina è rimasta troppo a lungo offline e ha chiesto un riavvio, ma è ancora in funzione.',
  'unit-crashed': 'Una parte dell’agente si è chiusa in modo imprevisto. Viene riavviata; le altre continuano.',
  'event-loop-blocked':
    'L’agente non ha potuto lavorare per alcuni secondi. La macchina è sovraccarica, o l’agente ha un difetto.',
  'clock-implausible':
    'L’orologio indica una data impossibile, quindi non sono possibili connessioni sicure. Sarà corretto appena online.',
  'cloud-unreachable': 'La macchina è online, ma il suo cloud non risponde. Valgono le ultime impostazioni conosciute.',
  'cloud-not-trusted':
    'Il certificato del cloud non è attendibile. Forse c’è di mezzo una pagina di accesso o un proxy. Non è stato inviato nulla.',
  'cloud-refuses-credentials':
    'Il cloud non conosce questa macchina, o la sua chiave è cambiata. Dai alla macchina le sue credenziali attuali.',
  'fragment-refused':
    'Il cloud non usa il frammento dato a questa macchina. Dagliene un altro nella sua pagina di configurazione.',
  'server-binary-missing':
    'Il programma machine-server manca o qui non si può eseguire. La macchina riprova quando il suo file cambia.',
  'server-crash-loop':
    'machine-server si chiude poco dopo ogni avvio. Viene riavviato, con pause sempre più lunghe; il suo registro dice perché.',
  'server-does-not-start':
    'machine-server è in funzione, ma non comincia a rispondere in tempo. Viene chiuso e riavviato; il suo registro dice perché.',
  'server-out-of-memory':
    'Il sistema ha chiuso machine-server per mancanza di memoria. È stato riavviato; controlla che cosa esegue.',
  'server-does-not-end':
    'machine-server è bloccato nel sistema e non si chiude nemmeno forzandolo. Non ne viene avviato un altro.',
  'server-leftovers':
    'machine-server si è chiuso, ma alcuni processi che aveva avviato non si possono chiudere. Forse occupano i suoi dispositivi.',
  'server-restart-waits': 'Una modifica richiede il riavvio di machine-server. Avverrà appena sarà permesso.',
  'server-unreachable': 'machine-server non dice se può essere riavviato. Dopo dieci minuti viene riavviato comunque.',
};
