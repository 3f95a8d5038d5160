import { formatNumber } from './format.ts'
import { texts } from './language.ts'

/** Words of one webhook: its attempts, its payload and its signature. */
export const deliveryTexts = texts({
  en: {
    back: 'Webhooks',
    loading: 'Loading the webhook',
    failedToLoad: 'The webhook could not be loaded',
    gone: 'This webhook is not here',
    goneHint: 'It may have been cleared away, or the address is not quite right.',
    replay: 'Send again',
    noReplay: 'What was asked before a call cannot be asked again.',
    allow: (address: string) => `Allow ${address}`,
    allowHint:
      'Parley calls private addresses only when the owner has listed them. Once it is allowed, send the webhook again.',
    facts: 'About it',
    event: 'Event',
    url: 'Address',
    id: 'Id (webhook-id)',
    assistant: 'Assistant',
    about: 'About',
    conversation: 'The conversation',
    call: 'The call',
    created: 'Happened',
    attempts: 'Attempts',
    next: 'Next attempt',
    same: 'All webhooks to this address',
    isTest: 'Nothing has happened: somebody tried the receiver out.',

    attemptsTitle: 'Attempts',
    noAttempts: 'Not tried yet.',
    waiting: 'The next attempt is',
    attempt: (number: number) => `Attempt ${formatNumber(number)}`,
    noAnswer: 'no answer',
    took: (ms: number) => `${formatNumber(ms)} ms`,
    requestHeaders: 'Headers that were sent',
    responseHeaders: 'Headers of the answer',
    responseBody: 'Body of the answer',
    emptyBody: 'The answer had no body.',
    noMore: (count: number) => `The last ${formatNumber(count)} attempts are kept.`,

    payload: 'What was sent',
    view: 'View',
    readable: 'Readable',
    exact: 'Exactly as sent',
    exactHint: 'This text, sign by sign, is what is signed.',

    signature: 'Signature',
    signatureNote: 'Worked out here in your browser with the secret of your account.',
    signatureFailed: 'The secret could not be loaded',
    insecure:
      'This browser checks signatures only on https or on the machine itself. Open Parley there.',
    right: 'right',
    notNow: 'not with the secret of now',
    notNowHint:
      'It was signed before the secret was last changed, which is nothing to worry about.',
    noSignature: 'not signed',
    how: 'How it is made',
    howSteps: [
      'Take the id, the timestamp and the exact body, with a full stop between them.',
      'Make the HMAC-SHA256 of that text. The key is the secret without “whsec_”, decoded from base64.',
      'Write it in base64, with “v1,” before it. While two secrets are good there are two, with a space between them.',
    ],
    howText: 'The text that is signed',

    check: 'Check a request that you received',
    checkHint: 'Put in what your receiver got, and see which part is not right.',
    fields: {
      id: 'webhook-id',
      timestamp: 'webhook-timestamp',
      signature: 'webhook-signature',
      body: 'Body, exactly as it came in',
    },
    checkNow: 'Check',
    fill: 'Put in the last attempt',
    valid: 'The signature is right: Parley sent exactly this.',
    old: (span: string) =>
      `The signature is right, but the timestamp is ${span} away from now. A receiver should refuse what is more than five minutes old.`,
    wrong: (parts: string) =>
      `The signature is not of this. It was made of this webhook, so that this part is not right: ${parts}.`,
    bodyHint:
      'Usually the body was read as JSON and written anew. Check with the bytes as they came in.',
    malformed: {
      id: 'The id is missing.',
      timestamp: 'The timestamp is to be seconds since 1970, in digits only.',
      signature: 'The signature is to begin with “v1,” and to go on in base64.',
    },
    unknown:
      'The signature is not right, and not of this webhook. Either the secret is another one, or the request is of another webhook or not from Parley.',
    parts: { id: 'id', timestamp: 'timestamp', body: 'body' },
  },
  de: {
    back: 'Webhooks',
    loading: 'Der Webhook wird geladen',
    failedToLoad: 'Der Webhook konnte nicht geladen werden',
    gone: 'Diesen Webhook gibt es hier nicht',
    goneHint: 'Vielleicht wurde er aufgeräumt, oder die Adresse stimmt nicht ganz.',
    replay: 'Erneut senden',
    noReplay: 'Was vor einem Anruf gefragt wurde, kann nicht noch einmal gefragt werden.',
    allow: (address: string) => `${address} erlauben`,
    allowHint:
      'Parley ruft private Adressen nur auf, wenn der Besitzer sie eingetragen hat. Senden Sie den Webhook danach erneut.',
    facts: 'Im Überblick',
    event: 'Ereignis',
    url: 'Adresse',
    id: 'Kennung (webhook-id)',
    assistant: 'Assistent',
    about: 'Worum es geht',
    conversation: 'Das Gespräch',
    call: 'Der Anruf',
    created: 'Geschehen',
    attempts: 'Versuche',
    next: 'Nächster Versuch',
    same: 'Alle Webhooks an diese Adresse',
    isTest: 'Es ist nichts geschehen: Jemand hat den Empfänger ausprobiert.',

    attemptsTitle: 'Versuche',
    noAttempts: 'Noch nicht versucht.',
    waiting: 'Der nächste Versuch ist',
    attempt: (number: number) => `Versuch ${formatNumber(number)}`,
    noAnswer: 'keine Antwort',
    took: (ms: number) => `${formatNumber(ms)} ms`,
    requestHeaders: 'Gesendete Kopfzeilen',
    responseHeaders: 'Kopfzeilen der Antwort',
    responseBody: 'Inhalt der Antwort',
    emptyBody: 'Die Antwort hatte keinen Inhalt.',
    noMore: (count: number) => `Die letzten ${formatNumber(count)} Versuche sind erhalten.`,

    payload: 'Was gesendet wurde',
    view: 'Ansicht',
    readable: 'Lesbar',
    exact: 'Genau wie gesendet',
    exactHint: 'Dieser Text, Zeichen für Zeichen, ist das, was signiert wird.',

    signature: 'Signatur',
    signatureNote: 'Hier in Ihrem Browser mit dem Schlüssel Ihres Kontos nachgerechnet.',
    signatureFailed: 'Der Schlüssel konnte nicht geladen werden',
    insecure:
      'Dieser Browser prüft Signaturen nur über https oder auf dem Rechner selbst. Öffnen Sie Parley dort.',
    right: 'richtig',
    notNow: 'nicht mit dem jetzigen Schlüssel',
    notNowHint:
      'Signiert, bevor der Schlüssel zuletzt gewechselt wurde. Das ist kein Grund zur Sorge.',
    noSignature: 'nicht signiert',
    how: 'Wie sie entsteht',
    howSteps: [
      'Nehmen Sie Kennung, Zeitstempel und den genauen Inhalt, mit je einem Punkt dazwischen.',
      'Bilden Sie davon den HMAC-SHA256. Der Schlüssel ist der Signaturschlüssel ohne „whsec_“, aus Base64 gelesen.',
      'Schreiben Sie ihn in Base64, mit „v1,“ davor. Solange zwei Schlüssel gelten, sind es zwei, mit einem Leerzeichen dazwischen.',
    ],
    howText: 'Der Text, der signiert wird',

    check: 'Eine empfangene Anfrage prüfen',
    checkHint: 'Tragen Sie ein, was Ihr Empfänger bekam, und sehen Sie, welcher Teil nicht stimmt.',
    fields: {
      id: 'webhook-id',
      timestamp: 'webhook-timestamp',
      signature: 'webhook-signature',
      body: 'Inhalt, genau wie er ankam',
    },
    checkNow: 'Prüfen',
    fill: 'Letzten Versuch einsetzen',
    valid: 'Die Signatur ist richtig: Genau das hat Parley gesendet.',
    old: (span: string) =>
      `Die Signatur ist richtig, aber der Zeitstempel liegt ${span} von jetzt entfernt. Ein Empfänger sollte ablehnen, was älter als fünf Minuten ist.`,
    wrong: (parts: string) =>
      `Die Signatur gehört nicht dazu. Sie wurde für diesen Webhook gebildet, also stimmt dieser Teil nicht: ${parts}.`,
    bodyHint:
      'Meist wurde der Inhalt als JSON gelesen und neu geschrieben. Prüfen Sie mit den Bytes, wie sie ankamen.',
    malformed: {
      id: 'Die Kennung fehlt.',
      timestamp: 'Der Zeitstempel soll aus Sekunden seit 1970 bestehen, nur Ziffern.',
      signature: 'Die Signatur soll mit „v1,“ beginnen und in Base64 weitergehen.',
    },
    unknown:
      'Die Signatur ist nicht richtig und nicht von diesem Webhook. Entweder ist der Schlüssel ein anderer, oder die Anfrage gehört zu einem anderen Webhook oder kommt nicht von Parley.',
    parts: { id: 'Kennung', timestamp: 'Zeitstempel', body: 'Inhalt' },
  },
})
