/** Everything the chat says, in English and in German; `#` stands for a number. */
const TEXTS = {
  language: ['en', 'de'],
  dialog: ['Chat with ', 'Chat mit '],
  kind: ['AI assistant', 'KI-Assistent'],
  close: ['Close chat', 'Chat schließen'],
  log: ['Conversation', 'Unterhaltung'],
  you: ['You', 'Sie'],
  person: ['Person', 'Mensch'],
  withPerson: ['You are talking to a person', 'Sie sprechen mit einem Menschen'],
  withAssistant: ['The assistant is answering', 'Der Assistent antwortet'],
  typing: ['Typing…', 'Schreibt …'],
  field: ['Write a message…', 'Nachricht schreiben …'],
  send: ['Send', 'Senden'],
  left: ['# characters left', 'Noch # Zeichen'],
  tooLong: ['Please shorten this by # characters.', 'Bitte um # Zeichen kürzen.'],
  sending: ['Sending…', 'Wird gesendet …'],
  sent: ['Sent', 'Gesendet'],
  unsent: ['Not sent.', 'Nicht gesendet.'],
  retry: ['Try again', 'Nochmal versuchen'],
  edit: ['Edit', 'Bearbeiten'],
  interrupted: ['This answer was cut off.', 'Diese Antwort wurde abgebrochen.'],
  failed: ['Sorry, no answer could be given.', 'Leider gab es keine Antwort.'],
  cut: ['Not up to date — reconnecting…', 'Nicht aktuell – verbinde neu …'],
  newer: ['New messages', 'Neue Nachrichten'],
  ended: ['This conversation has ended.', 'Diese Unterhaltung ist beendet.'],
  again: ['Start a new one', 'Neue beginnen'],
  gone: ['Chat is not available right now.', 'Der Chat ist gerade nicht verfügbar.'],
  unreachable: ['Can’t reach the chat.', 'Der Chat ist nicht erreichbar.'],
  loading: ['Loading…', 'Lädt …'],
} as const satisfies Record<string, readonly [english: string, german: string]>

export type Texts = { readonly [name in keyof typeof TEXTS]: string }

/** The texts in the language of a code such as `de` or `de-AT`; English where there is no other. */
export function textsFor(language: string): Texts {
  const column = /^de\b/i.test(language) ? 1 : 0
  const texts = Object.entries(TEXTS).map(([name, columns]) => [name, columns[column]])
  return Object.fromEntries(texts)
}
