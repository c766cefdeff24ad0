export const ja = {
  'not-configured': '本機には認証情報がありません。設定ページかアプリで入力してください。',
  'built-in-hotspot-password': 'ホットスポットは初期パスワードのままです。hotspot_password で変えてください。',
  'settings-problem': '一部の設定が正しくないため、使われていません。machine-agent --check でそれぞれ確認できます。',
  'accepted-not-applied': '一部の設定は正しいものの、このバージョンでは効果がありません。',
  'credentials-corrupt':
    '認証情報のファイルを読み取れません。もう一度認証情報を入力してください。元のファイルは同じ場所に残ります。',
  'plain-page':
    '設定ページのファイルがないか、壊れています。代わりに簡易フォームを使っています。エージェントを再インストールしてください。',
  'storage-unwritable': 'ストレージがいっぱいか、読み取り専用です。今入力した内容は、再起動すると失われます。',
  'networkmanager-away':
    'NetworkManager が動いていないか、応答しません。応答を待っています。インストールと起動を確かめてください。',
  'no-wifi-device':
    'NetworkManager が管理する Wi-Fi アダプターがありません。差し込むか、ドライバーと hotspot_interface を確かめてください。',
  'no-access-point-mode':
    'この Wi-Fi アダプターかドライバーは、ホットスポットを開けません。別のものを使うか、hotspot_interface を設定してください。',
  'radio-blocked': 'Wi-Fi がスイッチか rfkill で止められています。オンにしてください。',
  'country-not-set':
    '国が未設定だと、一部のチャンネルや、アダプターによってはホットスポットが使えません。wifi_country を設定してください。',
  'country-refused':
    'システムが wifi_country を受け付けませんでした。JP のような 2 文字と、パッケージ wireless-regdb が必要です。',
  'iw-missing': 'Wi-Fi の国を設定できません。パッケージ iw をインストールしてください。',
  'hotspot-not-broadcasting': 'ホットスポットを開こうとしましたが、電波が出ていません。繰り返し試しています。',
  'hotspot-refused':
    'NetworkManager か Wi-Fi ドライバーがホットスポットを拒否しました。もう一度試します。詳しくは NetworkManager のログを見てください。',
  'hotspot-door-closed': 'ホットスポットでスマートフォンに必要な機能の一部を開けません。もう一度試します。',
  'hotspot-subnet-moved':
    'ホットスポットの通常のネットワークは、本機ですでに使われています。10.42.0.1 を前提とするアプリからは見つかりません。',
  'hotspot-impaired': 'ホットスポットは動いていますが、一部の機能が働いていません。',
  'scan-failing':
    'この Wi-Fi アダプターは、ホットスポットの動作中にネットワークを検索できません。保存済みのネットワークは合間に検索します。',
  'dns-port-in-use':
    '別のプログラムがホットスポットで名前の問い合わせに答えているため、スマートフォンに設定ページが出ないことがあります。',
  'http-port-in-use': '別のプログラムがホットスポットでウェブページを返しているため、設定ページを表示できません。',
  'dhcp-port-in-use':
    '別のプログラムがアドレスを割り当てているため、ホットスポットでスマートフォンがアドレスを得られないことがあります。',
  'app-port-in-use': '別のプログラムが設定アプリ用のポートを使っています。ブラウザーのページは引き続き使えます。',
  'dnsmasq-missing':
    'dnsmasq がないと、ホットスポットでスマートフォンがアドレスを得られません。パッケージ dnsmasq-base をインストールしてください。',
  'nft-missing':
    '本機のサービスにホットスポットから接続できる状態です。パッケージ nftables をインストールしてください。',
  'iproute-missing':
    '一部のスマートフォンに設定ページを出すためのアドレスを設定できません。パッケージ iproute2 をインストールしてください。',
  'network-change-undone':
    '変更後のネットワーク設定ではオンラインにならなかったため、以前の設定に戻しました。設定が変わると、もう一度試します。',
  'reboot-did-not-happen': 'オフラインの状態が長く続いたため再起動を求めましたが、再起動されていません。',
  'unit-crashed': 'エージェントの一部が予期せず終了しました。再び起動します。ほかの部分は動き続けています。',
  'event-loop-blocked':
    'エージェントが数秒間動けませんでした。本機の負荷が高すぎるか、エージェントに不具合があります。',
  'clock-implausible': '時計があり得ない日付を示しているため、安全な接続ができません。オンラインになると修正されます。',
  'cloud-unreachable': 'オンラインですが、クラウドが応答しません。最後に受け取った設定を使っています。',
  'cloud-not-trusted':
    'クラウドの証明書を信頼できません。途中にログインページやプロキシがあるかもしれません。何も送信していません。',
  'cloud-refuses-credentials':
    'クラウドに本機が登録されていないか、キーが変更されています。現在の認証情報を入力してください。',
  'fragment-refused':
    '本機に設定されたフラグメントをクラウドが使っていません。設定ページで別のものを入力してください。',
  'server-binary-missing':
    'machine-server のプログラムがないか、ここでは実行できません。ファイルが変わると、もう一度試します。',
  'server-crash-loop':
    'machine-server が起動のたびにすぐ終了します。間隔を延ばしながら再び起動します。理由はログにあります。',
  'server-does-not-start':
    'machine-server は動いていますが、時間内に応答を始めません。終了させて再び起動します。理由はログにあります。',
  'server-out-of-memory':
    'メモリー不足のため、システムが machine-server を終了させました。再び起動しました。実行内容を確かめてください。',
  'server-does-not-end':
    'machine-server がシステム内で止まったままで、強制しても終了しません。重ねて起動することはありません。',
  'server-leftovers':
    'machine-server は終了しましたが、そこから起動されたプロセスを終了できません。機器を使い続けている可能性があります。',
  'server-restart-waits': '変更により machine-server の再起動が必要です。許可されしだい再起動します。',
  'server-unreachable':
    'machine-server から、再起動してよいかの返事がありません。10 分たつと、返事がなくても再起動します。',
};
