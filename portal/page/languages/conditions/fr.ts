export const fr = {
  'not-configured':
    'Cet appareil n’appartient encore à personne. Donnez-lui ses identifiants sur sa page de configuration ou avec l’application.',
  'built-in-hotspot-password':
    'Tout le monde connaît le mot de passe d’origine du point d’accès. Choisissez le vôtre avec hotspot_password.',
  'settings-problem':
    'Certains réglages ne sont pas valides et ne sont pas utilisés. machine-agent --check les cite un par un.',
  'accepted-not-applied': 'Certains réglages sont valides, mais sans effet dans cette version.',
  'credentials-corrupt':
    'Le fichier des identifiants est illisible. Donnez à nouveau ses identifiants à l’appareil\u00a0; l’ancien fichier est conservé à côté.',
  'plain-page':
    'Les fichiers de la page de configuration manquent ou sont endommagés. Un formulaire simple la remplace\u00a0; réinstallez l’agent.',
  'storage-unwritable':
    'Le stockage est plein ou en lecture seule. Ce que vous donnez maintenant à l’appareil sera perdu au redémarrage.',
  'networkmanager-away':
    'NetworkManager est arrêté ou injoignable. L’appareil l’attend\u00a0; vérifiez qu’il est installé et démarré.',
  'no-wifi-device':
    'Aucun adaptateur Wi-Fi n’est géré par NetworkManager. Branchez-en un, ou vérifiez son pilote et hotspot_interface.',
  'no-access-point-mode':
    'Cet adaptateur Wi-Fi, ou son pilote, ne peut pas ouvrir de point d’accès. Utilisez-en un autre, ou réglez hotspot_interface.',
  'radio-blocked': 'Le Wi-Fi est bloqué par un interrupteur ou par rfkill. Activez-le.',
  'country-not-set':
    'Sans pays, certains canaux ne marchent pas et, avec certains adaptateurs, le point d’accès non plus. Réglez wifi_country.',
  'country-refused':
    'Le système n’a pas accepté wifi_country. Il faut deux lettres, comme FR, et le paquet wireless-regdb.',
  'iw-missing': 'Impossible de régler le pays du Wi-Fi. Installez le paquet iw.',
  'hotspot-not-broadcasting': 'Le point d’accès a été demandé, mais il n’émet pas. L’appareil réessaie sans relâche.',
  'hotspot-refused':
    'NetworkManager ou le pilote Wi-Fi a refusé le point d’accès. L’appareil réessaie\u00a0; le journal de NetworkManager en dit plus.',
  'hotspot-door-closed':
    'Une partie de ce dont les téléphones ont besoin sur le point d’accès ne peut pas s’ouvrir. L’appareil réessaie.',
  'hotspot-subnet-moved':
    'Le réseau habituel du point d’accès est déjà utilisé sur cet appareil. Les applications qui attendent 10.42.0.1 ne le trouvent pas.',
  'hotspot-impaired': 'Le point d’accès émet, mais une partie ne fonctionne pas.',
  'scan-failing':
    'Cet adaptateur Wi-Fi ne peut pas chercher de réseaux quand son point d’accès est actif. Les réseaux connus sont cherchés par intervalles.',
  'dns-port-in-use':
    'Un autre programme répond aux demandes de noms sur le point d’accès\u00a0; les téléphones peuvent ne pas afficher la page de configuration.',
  'http-port-in-use':
    'Un autre programme sert des pages web sur le point d’accès\u00a0; la page de configuration ne peut pas s’afficher.',
  'dhcp-port-in-use':
    'Un autre programme distribue des adresses\u00a0; les téléphones peuvent ne pas en recevoir sur le point d’accès.',
  'app-port-in-use':
    'Un autre programme utilise le port de l’application de configuration. La page dans le navigateur fonctionne toujours.',
  'dnsmasq-missing':
    'Sans dnsmasq, les téléphones n’ont pas d’adresse sur le point d’accès. Installez le paquet dnsmasq-base.',
  'nft-missing':
    'Les services de cet appareil sont accessibles depuis son point d’accès. Installez le paquet nftables.',
  'iproute-missing':
    'L’adresse qui fait afficher la page de configuration à certains téléphones ne peut pas être réglée. Installez le paquet iproute2.',
  'network-change-undone':
    'Avec les nouveaux réglages réseau, l’appareil ne s’est pas connecté\u00a0; il est revenu aux précédents. Il réessaiera quand ils changeront.',
  'reboot-did-not-happen':
    'L’appareil est resté trop longtemps hors ligne et a demandé un redémarrage, mais il tourne toujours.',
  'unit-crashed':
    'Une partie de l’agent s’est arrêtée de façon inattendue. Elle est relancée\u00a0; les autres continuent.',
  'event-loop-blocked':
    'L’agent n’a pas pu travailler pendant plusieurs secondes. L’appareil est surchargé, ou l’agent a un défaut.',
  'clock-implausible':
    'L’horloge indique une date impossible, ce qui empêche toute connexion sécurisée. Elle sera corrigée une fois en ligne.',
  'cloud-unreachable':
    'L’appareil est en ligne, mais son cloud ne répond pas. Les derniers réglages connus sont utilisés.',
  'cloud-not-trusted':
    'Le certificat du cloud n’est pas digne de confiance. Une page de connexion ou un proxy s’interpose peut-être. Rien n’a été envoyé.',
  'cloud-refuses-credentials':
    'Le cloud ne connaît pas cet appareil, ou sa clé a changé. Donnez à l’appareil ses identifiants actuels.',
  'fragment-refused':
    'Le cloud n’utilise pas le fragment donné à cet appareil. Donnez-lui-en un autre sur sa page de configuration.',
  'server-binary-missing':
    'Le programme machine-server est absent ou ne peut pas s’exécuter ici. Nouvel essai quand son fichier change.',
  'server-crash-loop':
    'machine-server s’arrête peu après chaque démarrage. Il est relancé à intervalles croissants\u00a0; son journal dit pourquoi.',
  'server-does-not-start':
    'machine-server tourne, mais ne commence pas son service à temps. Il est arrêté et relancé\u00a0; son journal dit pourquoi.',
  'server-out-of-memory':
    'Le système a arrêté machine-server par manque de mémoire. Il a été relancé\u00a0; vérifiez ce qu’il exécute.',
  'server-does-not-end':
    'machine-server est bloqué dans le système et ne s’arrête pas, même de force. Aucun autre n’est lancé à côté.',
  'server-leftovers':
    'machine-server s’est arrêté, mais des processus qu’il avait lancés ne peuvent pas l’être. Ils occupent peut-être ses périphériques.',
  'server-restart-waits':
    'Un changement demande un redémarrage de machine-server. Il aura lieu dès que ce sera permis.',
  'server-unreachable':
    'machine-server ne dit pas s’il peut être redémarré. Après dix minutes, il est redémarré malgré tout.',
};
