import { texts } from './language.ts'

/** Signed-in visitors whom a website vouches for. */
export const embedIdentityTexts = texts({
  en: {
    title: '5. Who visitors are',
    note: 'Only for websites where people sign in. Everybody else stays anonymous, and nothing is to be done.',
    open: 'Recognise people who are signed in',
    what: 'Your server signs who somebody is, and the chat shows them their own conversations on every device. Nobody can pretend to be somebody else, because only your server knows the secret.',
    secret: 'Secret',
    show: 'Show the secret',
    hide: 'Hide',
    secretHint: 'It belongs on your server and never in a web page.',
    rotate: 'Make a new one',
    rotateTitle: 'Make a new secret?',
    rotateBody:
      'Tokens that are signed with the secret of now are taken for 24 hours more. Put the new one on your server until then.',
    rotated: 'The secret is new.',
    overlap: (until: string) => `The secret before is taken until ${until}.`,
    sign: 'Sign on the server',
    signIn: 'Server language',
    signHint: 'sub is your own id of the person, and exp is at most 30 days ahead.',
    signed: (language: string) => `Sign an identity, ${language}`,
    page: 'Hand it to the chat',
    pageLabel: 'On the page, after signing in',
    pageHint: 'The token comes from your server, for instance with the page.',
    unsigned: 'And without a signature?',
    unsignedCan:
      'What the form asks and setVariables tells can be used by the assistant, and the desk sees it as what the visitor says.',
    unsignedCannot:
      'It never opens the conversations of a known contact, even with the same e-mail address, and never changes what your server has vouched for.',
  },
  de: {
    title: '5. Wer die Besucher sind',
    note: 'Nur für Websites mit Anmeldung. Alle anderen bleiben anonym, und es ist nichts zu tun.',
    open: 'Angemeldete Personen wiedererkennen',
    what: 'Ihr Server unterschreibt, wer jemand ist, und der Chat zeigt dieser Person ihre eigenen Gespräche auf jedem Gerät. Niemand kann sich für jemand anderen ausgeben, denn nur Ihr Server kennt das Geheimnis.',
    secret: 'Geheimnis',
    show: 'Geheimnis anzeigen',
    hide: 'Verbergen',
    secretHint: 'Es gehört auf Ihren Server und nie in eine Webseite.',
    rotate: 'Neues erzeugen',
    rotateTitle: 'Ein neues Geheimnis erzeugen?',
    rotateBody:
      'Token, die mit dem jetzigen Geheimnis unterschrieben sind, gelten noch 24 Stunden. Bringen Sie das neue bis dahin auf Ihren Server.',
    rotated: 'Das Geheimnis ist neu.',
    overlap: (until: string) => `Das vorige Geheimnis gilt noch bis ${until}.`,
    sign: 'Auf dem Server unterschreiben',
    signIn: 'Sprache des Servers',
    signHint: 'sub ist Ihre eigene Kennung der Person, exp liegt höchstens 30 Tage voraus.',
    signed: (language: string) => `Identität unterschreiben, ${language}`,
    page: 'Dem Chat übergeben',
    pageLabel: 'Auf der Seite, nach der Anmeldung',
    pageHint: 'Das Token kommt von Ihrem Server, zum Beispiel mit der Seite.',
    unsigned: 'Und ohne Unterschrift?',
    unsignedCan:
      'Was das Formular fragt und setVariables mitteilt, kann der Assistent verwenden; das Team sieht es als Angabe des Besuchers.',
    unsignedCannot:
      'Es öffnet nie die Gespräche eines bekannten Kontakts, auch nicht bei gleicher E-Mail-Adresse, und ändert nie, wofür Ihr Server sich verbürgt hat.',
  },
})
