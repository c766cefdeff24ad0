export const es = {
  'not-configured':
    'Esta máquina todavía no es de nadie. Dele sus credenciales en su página de configuración o con la aplicación.',
  'built-in-hotspot-password':
    'Todo el mundo conoce la contraseña de fábrica del punto de acceso. Ponga una propia en hotspot_password.',
  'settings-problem': 'Algunos ajustes no son válidos y no se usan. machine-agent --check los nombra uno por uno.',
  'accepted-not-applied': 'Algunos ajustes son válidos, pero no tienen efecto en esta versión.',
  'credentials-corrupt':
    'No se puede leer el archivo de credenciales. Dé otra vez a la máquina sus credenciales; el archivo antiguo se guarda al lado.',
  'plain-page':
    'Los archivos de la página de configuración faltan o están dañados. Un formulario sencillo la sustituye; instale de nuevo el agente.',
  'storage-unwritable':
    'El almacenamiento está lleno o es de solo lectura. Lo que dé ahora a la máquina se pierde cuando se reinicie.',
  'networkmanager-away':
    'NetworkManager no está en marcha o no responde. La máquina lo espera; compruebe que esté instalado e iniciado.',
  'no-wifi-device':
    'No hay ningún adaptador wifi que NetworkManager gestione. Conecte uno, o revise su controlador y hotspot_interface.',
  'no-access-point-mode':
    'Este adaptador wifi, o su controlador, no puede abrir un punto de acceso. Use otro o ajuste hotspot_interface.',
  'radio-blocked': 'El wifi está bloqueado por un interruptor o por rfkill. Actívelo.',
  'country-not-set':
    'Sin país, algunos canales no funcionan y, con algunos adaptadores, tampoco el punto de acceso. Ajuste wifi_country.',
  'country-refused': 'El sistema no aceptó wifi_country. Hacen falta dos letras, como ES, y el paquete wireless-regdb.',
  'iw-missing': 'No se puede fijar el país del wifi. Instale el paquete iw.',
  'hotspot-not-broadcasting': 'Se pidió el punto de acceso, pero no emite. Se intenta una y otra vez.',
  'hotspot-refused':
    'NetworkManager o el controlador wifi rechazó el punto de acceso. Se intenta de nuevo; el registro de NetworkManager dice más.',
  'hotspot-door-closed':
    'No se puede abrir una parte de lo que los teléfonos necesitan en el punto de acceso. Se intenta de nuevo.',
  'hotspot-subnet-moved':
    'La red habitual del punto de acceso ya se usa en esta máquina. Las aplicaciones que esperan 10.42.0.1 no lo encuentran.',
  'hotspot-impaired': 'El punto de acceso emite, pero una parte de él no funciona.',
  'scan-failing':
    'Este adaptador wifi no puede buscar redes mientras su punto de acceso está encendido. Las redes conocidas se buscan a intervalos.',
  'dns-port-in-use':
    'Otro programa responde a los nombres en el punto de acceso, y quizá los teléfonos no muestren la página de configuración.',
  'http-port-in-use':
    'Otro programa sirve páginas web en el punto de acceso, y la página de configuración no puede mostrarse.',
  'dhcp-port-in-use':
    'Otro programa reparte direcciones, y quizá los teléfonos no reciban ninguna en el punto de acceso.',
  'app-port-in-use':
    'Otro programa usa el puerto de la aplicación de configuración. La página en el navegador sigue funcionando.',
  'dnsmasq-missing':
    'Sin dnsmasq, los teléfonos no reciben dirección en el punto de acceso. Instale el paquete dnsmasq-base.',
  'nft-missing':
    'Se puede llegar a los servicios de esta máquina desde su punto de acceso. Instale el paquete nftables.',
  'iproute-missing':
    'No se puede poner la dirección con la que algunos teléfonos muestran la página de configuración. Instale el paquete iproute2.',
  'network-change-undone':
    'Con los ajustes de red cambiados, la máquina no consiguió conexión y volvió a los anteriores. Lo intentará otra vez cuando cambien.',
  'reboot-did-not-happen': 'La máquina estuvo demasiado tiempo sin conexión y pidió un reinicio, pero sigue en marcha.',
  'unit-crashed': 'Una parte del agente terminó de forma inesperada. Se inicia de nuevo; las demás siguen.',
  'event-loop-blocked':
    'El agente no pudo trabajar durante varios segundos. La máquina está sobrecargada o el agente tiene un fallo.',
  'clock-implausible':
    'El reloj marca una fecha imposible, así que no puede haber conexiones seguras. Se corrige en cuanto haya conexión.',
  'cloud-unreachable': 'La máquina tiene conexión, pero su nube no responde. Se usan los últimos ajustes conocidos.',
  'cloud-not-trusted':
    'El certificado de la nube no es de confianza. Quizá haya una página de acceso o un proxy de por medio. No se envió nada.',
  'cloud-refuses-credentials':
    'La nube no conoce esta máquina, o su clave ha cambiado. Dé a la máquina sus credenciales actuales.',
  'fragment-refused': 'La nube no usa el fragmento que se dio a esta máquina. Dele otro en su página de configuración.',
  'server-binary-missing':
    'El programa machine-server falta o no se puede ejecutar aquí. Se intenta de nuevo cuando cambie su archivo.',
  'server-crash-loop':
    'machine-server termina poco después de cada inicio. Se inicia de nuevo, con pausas cada vez más largas; su registro dice por qué.',
  'server-does-not-start':
    'machine-server está en marcha, pero no empieza a atender a tiempo. Se termina y se inicia de nuevo; su registro dice por qué.',
  'server-out-of-memory':
    'El sistema terminó machine-server por falta de memoria. Se ha iniciado de nuevo; revise qué ejecuta.',
  'server-does-not-end':
    'machine-server está atascado en el sistema y no termina ni a la fuerza. No se inicia otro a su lado.',
  'server-leftovers':
    'machine-server ha terminado, pero no se pueden terminar procesos que había iniciado. Quizá ocupen sus dispositivos.',
  'server-restart-waits': 'Un cambio exige reiniciar machine-server. Se hará en cuanto esté permitido.',
  'server-unreachable':
    'machine-server no dice si se puede reiniciar. Después de diez minutos se reinicia de todos modos.',
};
