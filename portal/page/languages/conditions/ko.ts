export const ko = {
  'not-configured': '이 기기에는 아직 소유자가 없습니다. 설정 페이지나 앱에서 인증 정보를 입력하세요.',
  'built-in-hotspot-password': '핫스팟의 기본 비밀번호는 누구나 알고 있습니다. hotspot_password로 직접 정하세요.',
  'settings-problem':
    '일부 설정이 올바르지 않아 사용되지 않습니다. machine-agent --check에서 하나씩 확인할 수 있습니다.',
  'accepted-not-applied': '일부 설정은 올바르지만 이 버전에서는 효과가 없습니다.',
  'credentials-corrupt':
    '인증 정보 파일을 읽을 수 없습니다. 기기 인증 정보를 다시 입력하세요. 이전 파일은 옆에 보관됩니다.',
  'plain-page': '설정 페이지 파일이 없거나 손상되었습니다. 간단한 양식이 대신합니다. 에이전트를 다시 설치하세요.',
  'storage-unwritable': '저장 공간이 가득 찼거나 읽기 전용입니다. 지금 입력한 내용은 기기를 다시 시작하면 사라집니다.',
  'networkmanager-away':
    'NetworkManager가 실행 중이 아니거나 응답하지 않습니다. 기기가 기다리고 있습니다. 설치되고 시작되었는지 확인하세요.',
  'no-wifi-device':
    'NetworkManager가 관리하는 Wi-Fi 어댑터가 없습니다. 어댑터를 꽂거나 드라이버와 hotspot_interface를 확인하세요.',
  'no-access-point-mode':
    '이 Wi-Fi 어댑터나 드라이버는 핫스팟을 열 수 없습니다. 다른 어댑터를 사용하거나 hotspot_interface를 설정하세요.',
  'radio-blocked': 'Wi-Fi가 스위치나 rfkill로 차단되었습니다. Wi-Fi를 켜세요.',
  'country-not-set':
    '국가를 설정하지 않으면 일부 채널을 쓸 수 없고, 어댑터에 따라 핫스팟도 쓸 수 없습니다. wifi_country를 설정하세요.',
  'country-refused':
    '시스템이 wifi_country를 받아들이지 않았습니다. KR과 같은 두 글자와 wireless-regdb 패키지가 필요합니다.',
  'iw-missing': 'Wi-Fi 국가를 설정할 수 없습니다. iw 패키지를 설치하세요.',
  'hotspot-not-broadcasting': '핫스팟을 켜려고 했지만 신호가 나오지 않습니다. 계속 다시 시도합니다.',
  'hotspot-refused':
    'NetworkManager나 Wi-Fi 드라이버가 핫스팟을 거부했습니다. 다시 시도합니다. 자세한 내용은 NetworkManager 로그에 있습니다.',
  'hotspot-door-closed': '핫스팟에서 휴대전화에 필요한 기능 일부를 열 수 없습니다. 다시 시도합니다.',
  'hotspot-subnet-moved':
    '핫스팟이 평소 쓰는 네트워크를 이 기기에서 이미 사용하고 있습니다. 10.42.0.1을 찾는 앱은 기기를 찾지 못합니다.',
  'hotspot-impaired': '핫스팟이 켜져 있지만 일부가 작동하지 않습니다.',
  'scan-failing':
    '이 Wi-Fi 어댑터는 핫스팟이 켜져 있는 동안 네트워크를 검색할 수 없습니다. 저장된 네트워크는 그 사이사이에 찾습니다.',
  'dns-port-in-use':
    '다른 프로그램이 핫스팟에서 이름 조회에 응답하고 있어 휴대전화에 설정 페이지가 나타나지 않을 수 있습니다.',
  'http-port-in-use': '다른 프로그램이 핫스팟에서 웹페이지를 제공하고 있어 설정 페이지를 표시할 수 없습니다.',
  'dhcp-port-in-use': '다른 프로그램이 주소를 할당하고 있어 휴대전화가 핫스팟에서 주소를 받지 못할 수 있습니다.',
  'app-port-in-use': '다른 프로그램이 설정 앱의 포트를 사용하고 있습니다. 브라우저 페이지는 계속 작동합니다.',
  'dnsmasq-missing': 'dnsmasq가 없으면 휴대전화가 핫스팟에서 주소를 받지 못합니다. dnsmasq-base 패키지를 설치하세요.',
  'nft-missing': '핫스팟에서 이 기기의 서비스에 접근할 수 있습니다. nftables 패키지를 설치하세요.',
  'iproute-missing': '일부 휴대전화에 설정 페이지를 띄우는 주소를 설정할 수 없습니다. iproute2 패키지를 설치하세요.',
  'network-change-undone':
    '바뀐 네트워크 설정으로는 온라인이 되지 않아 이전 설정으로 돌아갔습니다. 설정이 바뀌면 다시 시도합니다.',
  'reboot-did-not-happen': '기기가 너무 오래 오프라인이어서 재시작을 요청했지만 아직 재시작되지 않았습니다.',
  'unit-crashed': '에이전트의 일부가 예기치 않게 종료되었습니다. 다시 시작되며 나머지는 계속 작동합니다.',
  'event-loop-blocked':
    '에이전트가 몇 초 동안 작동하지 못했습니다. 기기에 부하가 너무 크거나 에이전트에 결함이 있습니다.',
  'clock-implausible': '시계가 있을 수 없는 날짜를 가리켜 보안 연결을 할 수 없습니다. 온라인이 되면 바로잡힙니다.',
  'cloud-unreachable': '기기는 온라인이지만 클라우드가 응답하지 않습니다. 마지막으로 받은 설정을 사용합니다.',
  'cloud-not-trusted':
    '클라우드의 인증서를 신뢰할 수 없습니다. 중간에 로그인 페이지나 프록시가 있을 수 있습니다. 아무것도 보내지 않았습니다.',
  'cloud-refuses-credentials': '클라우드가 이 기기를 모르거나 키가 변경되었습니다. 기기의 현재 인증 정보를 입력하세요.',
  'fragment-refused':
    '클라우드가 이 기기에 입력된 프래그먼트를 사용하지 않습니다. 설정 페이지에서 다른 것을 입력하세요.',
  'server-binary-missing': 'machine-server 프로그램이 없거나 여기서 실행할 수 없습니다. 파일이 바뀌면 다시 시도합니다.',
  'server-crash-loop':
    'machine-server가 시작할 때마다 곧 종료됩니다. 간격을 늘려 가며 다시 시작합니다. 이유는 로그에 있습니다.',
  'server-does-not-start':
    'machine-server가 실행되지만 제때 응답을 시작하지 않습니다. 종료하고 다시 시작합니다. 이유는 로그에 있습니다.',
  'server-out-of-memory':
    '메모리가 부족하여 시스템이 machine-server를 종료했습니다. 다시 시작되었습니다. 무엇을 실행하는지 확인하세요.',
  'server-does-not-end':
    'machine-server가 시스템에 멈춰 있어 강제로도 종료되지 않습니다. 그 옆에 하나 더 시작하지는 않습니다.',
  'server-leftovers':
    'machine-server는 종료되었지만 그것이 시작한 프로세스를 종료할 수 없습니다. 장치를 계속 차지하고 있을 수 있습니다.',
  'server-restart-waits': '변경 사항 때문에 machine-server를 다시 시작해야 합니다. 허용되는 대로 다시 시작합니다.',
  'server-unreachable':
    'machine-server가 다시 시작해도 되는지 알려 주지 않습니다. 10분이 지나면 그래도 다시 시작합니다.',
};
