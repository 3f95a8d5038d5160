/** Addresses with link texts that hide their destination, and the host that has to be shown beside them. */
export const DISGUISED: readonly (readonly [url: string, label: string, host: string])[] = [
  ['https://evil.example/pay', 'Pay here', 'evil.example'],
  ['https://evil.example', 'bank.example', 'evil.example'],
  ['https://evil.example', 'https://bank.example/?evil.example', 'evil.example'],
  ['https://evil.example', 'bank.example//evil.example', 'evil.example'],
  ['https://evil.example', 'evil.example.bank.example', 'evil.example'],
  ['https://bank.example.evil.example', 'https://bank.example', 'bank.example.evil.example'],
  ['https://bank.example@evil.example', 'https://bank.example@evil.example', 'evil.example'],
  ['https://evil.example:8443/', 'https://evil.example', 'evil.example:8443'],
  ['https://1.evil.example', 'לתשלום', '1.evil.example'],
  ['https://evil.example', '\u202eelpmaxe.knab', 'evil.example'],
  ['https://b\u0430nk.example', 'https://b\u0430nk.example', 'xn--bnk-6cd.example'],
]
