export const pt = {
  'not-configured':
    'Esta máquina ainda não é de ninguém. Dê a ela as suas credenciais na página de configuração ou com o aplicativo.',
  'built-in-hotspot-password':
    'Todo mundo conhece a senha de fábrica do ponto de acesso. Defina uma sua em hotspot_password.',
  'settings-problem': 'Algumas configurações não são válidas e não são usadas. machine-agent --check mostra cada uma.',
  'accepted-not-applied': 'Algumas configurações são válidas, mas não têm efeito nesta versão.',
  'credentials-corrupt':
    'Não é possível ler o arquivo de credenciais. Dê de novo à máquina as suas credenciais; o arquivo antigo fica guardado ao lado.',
  'plain-page':
    'Os arquivos da página de configuração faltam ou estão danificados. Um formulário simples a substitui; instale o agente de novo.',
  'storage-unwritable':
    'O armazenamento está cheio ou só permite leitura. O que você der à máquina agora se perde quando ela reiniciar.',
  'networkmanager-away':
    'O NetworkManager não está rodando ou não responde. A máquina espera por ele; confira se está instalado e iniciado.',
  'no-wifi-device':
    'Não há adaptador Wi-Fi que o NetworkManager gerencie. Conecte um, ou confira o driver e hotspot_interface.',
  'no-access-point-mode':
    'Este adaptador Wi-Fi, ou o driver dele, não consegue abrir um ponto de acesso. Use outro ou defina hotspot_interface.',
  'radio-blocked': 'O Wi-Fi está bloqueado por um interruptor ou pelo rfkill. Ligue-o.',
  'country-not-set':
    'Sem país, alguns canais não funcionam e, com alguns adaptadores, nem o ponto de acesso. Defina wifi_country.',
  'country-refused':
    'O sistema não aceitou wifi_country. São precisas duas letras, como BR, e o pacote wireless-regdb.',
  'iw-missing': 'Não é possível definir o país do Wi-Fi. Instale o pacote iw.',
  'hotspot-not-broadcasting': 'O ponto de acesso foi pedido, mas não está no ar. A máquina continua tentando.',
  'hotspot-refused':
    'O NetworkManager ou o driver do Wi-Fi recusou o ponto de acesso. A máquina tenta de novo; o registro do NetworkManager diz mais.',
  'hotspot-door-closed':
    'Uma parte do que os telefones precisam no ponto de acesso não pode ser aberta. A máquina tenta de novo.',
  'hotspot-subnet-moved':
    'A rede usual do ponto de acesso já está em uso nesta máquina. Aplicativos que esperam 10.42.0.1 não o encontram.',
  'hotspot-impaired': 'O ponto de acesso está no ar, mas uma parte dele não funciona.',
  'scan-failing':
    'Este adaptador Wi-Fi não consegue procurar redes com o ponto de acesso ligado. As redes conhecidas são procuradas nos intervalos.',
  'dns-port-in-use':
    'Outro programa responde a nomes no ponto de acesso, e os telefones talvez não mostrem a página de configuração.',
  'http-port-in-use':
    'Outro programa serve páginas da web no ponto de acesso, e a página de configuração não pode ser mostrada.',
  'dhcp-port-in-use':
    'Outro programa distribui endereços, e os telefones talvez não recebam nenhum no ponto de acesso.',
  'app-port-in-use':
    'Outro programa usa a porta do aplicativo de configuração. A página no navegador continua funcionando.',
  'dnsmasq-missing':
    'Sem o dnsmasq, os telefones não recebem endereço no ponto de acesso. Instale o pacote dnsmasq-base.',
  'nft-missing': 'Os serviços desta máquina podem ser acessados pelo ponto de acesso dela. Instale o pacote nftables.',
  'iproute-missing':
    'Não é possível definir o endereço que faz alguns telefones mostrarem a página de configuração. Instale o pacote iproute2.',
  'network-change-undone':
    'Com as configurações de rede alteradas, a máquina não ficou online e voltou às anteriores. Ela tenta de novo quando mudarem.',
  'reboot-did-not-happen': 'A máquina ficou offline por tempo demais e pediu para reiniciar, mas continua rodando.',
  'unit-crashed': 'Uma parte do agente terminou de forma inesperada. Ela é iniciada de novo; as outras continuam.',
  'event-loop-blocked':
    'O agente ficou segundos sem conseguir trabalhar. A máquina está sobrecarregada, ou o agente tem um defeito.',
  'clock-implausible':
    'O relógio mostra uma data impossível, e por isso não há conexão segura. Ele é corrigido quando a máquina ficar online.',
  'cloud-unreachable':
    'A máquina está online, mas a nuvem dela não responde. Valem as últimas configurações conhecidas.',
  'cloud-not-trusted':
    'O certificado da nuvem não é confiável. Talvez haja uma página de acesso ou um proxy no meio. Nada foi enviado.',
  'cloud-refuses-credentials':
    'A nuvem não conhece esta máquina, ou a chave dela mudou. Dê à máquina as suas credenciais atuais.',
  'fragment-refused': 'A nuvem não usa o fragmento dado a esta máquina. Dê outro a ela na página de configuração.',
  'server-binary-missing':
    'O programa machine-server não existe ou não pode rodar aqui. A máquina tenta de novo quando o arquivo dele mudar.',
  'server-crash-loop':
    'O machine-server termina pouco depois de cada início. Ele é iniciado de novo, com pausas cada vez maiores; o registro dele diz por quê.',
  'server-does-not-start':
    'O machine-server roda, mas não começa a atender a tempo. Ele é encerrado e iniciado de novo; o registro dele diz por quê.',
  'server-out-of-memory':
    'O sistema encerrou o machine-server por falta de memória. Ele foi iniciado de novo; veja o que ele executa.',
  'server-does-not-end':
    'O machine-server está preso no sistema e não termina nem à força. Nenhum outro é iniciado ao lado dele.',
  'server-leftovers':
    'O machine-server terminou, mas processos que ele iniciou não podem ser encerrados. Talvez ocupem os dispositivos dele.',
  'server-restart-waits': 'Uma mudança exige reiniciar o machine-server. Isso acontece assim que for permitido.',
  'server-unreachable':
    'O machine-server não diz se pode ser reiniciado. Depois de dez minutos, ele é reiniciado mesmo assim.',
};
