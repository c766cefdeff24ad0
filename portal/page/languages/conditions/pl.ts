export const pl = {
  'not-configured':
    'To urządzenie nie ma jeszcze właściciela. Podaj jego dane dostępowe na stronie konfiguracji albo w aplikacji.',
  'built-in-hotspot-password': 'Fabryczne hasło hotspotu znają wszyscy. Ustaw własne w hotspot_password.',
  'settings-problem':
    'Niektóre ustawienia są nieprawidłowe i nie są używane. machine-agent --check wymienia każde z nich.',
  'accepted-not-applied': 'Niektóre ustawienia są prawidłowe, ale w tej wersji nie działają.',
  'credentials-corrupt':
    'Nie można odczytać pliku z danymi dostępowymi. Podaj urządzeniu dane dostępowe jeszcze raz; stary plik zostaje obok.',
  'plain-page':
    'Pliki strony konfiguracji są uszkodzone albo ich brakuje. Zastępuje ją prosty formularz; zainstaluj agenta ponownie.',
  'storage-unwritable':
    'Pamięć jest pełna albo tylko do odczytu. To, co teraz podasz urządzeniu, zniknie po ponownym uruchomieniu.',
  'networkmanager-away':
    'NetworkManager nie działa albo nie odpowiada. Urządzenie na niego czeka; sprawdź, czy jest zainstalowany i uruchomiony.',
  'no-wifi-device':
    'Nie ma karty Wi-Fi, którą zarządza NetworkManager. Podłącz ją albo sprawdź sterownik i hotspot_interface.',
  'no-access-point-mode':
    'Ta karta Wi-Fi albo jej sterownik nie potrafi otworzyć hotspotu. Użyj innej albo ustaw hotspot_interface.',
  'radio-blocked': 'Wi-Fi jest zablokowane przełącznikiem albo przez rfkill. Włącz je.',
  'country-not-set':
    'Bez podanego kraju nie działają niektóre kanały, a na niektórych kartach także hotspot. Ustaw wifi_country.',
  'country-refused':
    'System nie przyjął wifi_country. Potrzebne są dwie litery, na przykład PL, i pakiet wireless-regdb.',
  'iw-missing': 'Nie można ustawić kraju Wi-Fi. Zainstaluj pakiet iw.',
  'hotspot-not-broadcasting': 'Hotspot miał działać, ale go nie widać. Urządzenie próbuje dalej.',
  'hotspot-refused':
    'NetworkManager albo sterownik Wi-Fi odrzucił hotspot. Urządzenie próbuje dalej; więcej mówi dziennik NetworkManagera.',
  'hotspot-door-closed':
    'Nie można otworzyć części tego, czego telefony potrzebują w hotspocie. Urządzenie próbuje dalej.',
  'hotspot-subnet-moved':
    'Zwykła sieć hotspotu jest już używana na tym urządzeniu. Aplikacje, które oczekują 10.42.0.1, go nie znajdą.',
  'hotspot-impaired': 'Hotspot działa, ale nie w całości.',
  'scan-failing':
    'Ta karta Wi-Fi nie może szukać sieci, gdy jej hotspot jest włączony. Znane sieci są szukane w przerwach.',
  'dns-port-in-use':
    'Inny program odpowiada w hotspocie na zapytania o nazwy, więc telefony mogą nie pokazać strony konfiguracji.',
  'http-port-in-use': 'Inny program udostępnia w hotspocie strony WWW, więc strona konfiguracji nie może się pokazać.',
  'dhcp-port-in-use': 'Inny program przydziela adresy, więc telefony mogą nie dostać adresu w hotspocie.',
  'app-port-in-use': 'Inny program używa portu aplikacji do konfiguracji. Strona w przeglądarce nadal działa.',
  'dnsmasq-missing': 'Bez dnsmasq telefony nie dostają adresu w hotspocie. Zainstaluj pakiet dnsmasq-base.',
  'nft-missing': 'Usługi tego urządzenia są dostępne z jego hotspotu. Zainstaluj pakiet nftables.',
  'iproute-missing':
    'Nie można ustawić adresu, dzięki któremu niektóre telefony pokazują stronę konfiguracji. Zainstaluj pakiet iproute2.',
  'network-change-undone':
    'Ze zmienionymi ustawieniami sieci urządzenie nie połączyło się z internetem, więc wróciło do poprzednich. Spróbuje znów, gdy się zmienią.',
  'reboot-did-not-happen': 'Urządzenie było zbyt długo offline i zażądało ponownego uruchomienia, ale nadal działa.',
  'unit-crashed': 'Część agenta niespodziewanie zakończyła pracę. Jest uruchamiana ponownie; pozostałe działają dalej.',
  'event-loop-blocked': 'Agent przez kilka sekund nie mógł pracować. Urządzenie jest przeciążone albo agent ma błąd.',
  'clock-implausible':
    'Zegar pokazuje niemożliwą datę, więc nie można nawiązać bezpiecznego połączenia. Zostanie ustawiony, gdy urządzenie będzie online.',
  'cloud-unreachable': 'Urządzenie jest online, ale jego chmura nie odpowiada. Obowiązują ostatnie znane ustawienia.',
  'cloud-not-trusted':
    'Certyfikat chmury nie jest zaufany. Może po drodze jest strona logowania lub serwer proxy. Nic nie wysłano.',
  'cloud-refuses-credentials':
    'Chmura nie zna tego urządzenia albo jego klucz został zmieniony. Podaj urządzeniu obecne dane dostępowe.',
  'fragment-refused': 'Chmura nie używa fragmentu podanego temu urządzeniu. Podaj inny na stronie konfiguracji.',
  'server-binary-missing':
    'Programu machine-server brakuje albo nie da się go tu uruchomić. Następna próba, gdy zmieni się jego plik.',
  'server-crash-loop':
    'machine-server kończy pracę wkrótce po każdym starcie. Jest uruchamiany ponownie, w coraz większych odstępach; przyczynę podaje jego dziennik.',
  'server-does-not-start':
    'machine-server działa, ale nie jest gotowy na czas. Jest zamykany i uruchamiany ponownie; przyczynę podaje jego dziennik.',
  'server-out-of-memory':
    'System zakończył machine-server z braku pamięci. Został uruchomiony ponownie; sprawdź, co wykonuje.',
  'server-does-not-end':
    'machine-server utknął w systemie i nie kończy pracy nawet siłą. Drugi obok niego nie jest uruchamiany.',
  'server-leftovers':
    'machine-server zakończył pracę, ale nie da się zakończyć procesów, które uruchomił. Mogą zajmować jego urządzenia.',
  'server-restart-waits':
    'Zmiana wymaga ponownego uruchomienia machine-server. Nastąpi ono, gdy tylko będzie dozwolone.',
  'server-unreachable':
    'machine-server nie mówi, czy można go uruchomić ponownie. Po dziesięciu minutach i tak zostanie uruchomiony ponownie.',
};
