import { counted, formatMoney, formatNumber } from './format.ts'
import { texts } from './language.ts'

/** Words of the playground. */
export const playgroundTexts = texts({
  en: {
    title: 'Playground',
    lead: 'Talk to the draft as it stands. Nothing is saved or sent.',
    open: 'Try it',
    form: 'Settings',
    restart: 'Start over',
    say: 'Say something to the draft',
    placeholder: 'Say something…',
    send: 'Send (Enter)',
    stop: 'Stop',
    you: 'You',
    writing: 'is writing',
    greetingEmpty: 'It has no first message yet.',
    variables: 'Variables',
    seen: 'What the model sees',
    seenTitle: 'What the model was given',
    system: 'Instructions as they were sent',
    history: 'Conversation',
    passages: (count: number) => counted(count, 'passage of knowledge', 'passages of knowledge'),
    noPassages: 'Nothing from the knowledge base fitted.',
    model: 'Model',
    temperature: 'Creativity',
    interrupted: 'The answer did not come to its end.',
    figures: (seconds: string, tokens: number, cost: number) =>
      `${seconds} s · ${formatNumber(tokens)} tokens · ${cost === 0 ? 'free' : formatMoney(cost)}`,
    total: (tokens: number, cost: number) =>
      `${formatNumber(tokens)} tokens, ${cost === 0 ? 'free' : formatMoney(cost)} so far`,
    staleHint: 'The next answer uses the settings as they are now.',
  },
  de: {
    title: 'Probe',
    lead: 'Sprechen Sie mit dem Entwurf, wie er ist. Nichts wird gespeichert oder gesendet.',
    open: 'Ausprobieren',
    form: 'Einstellungen',
    restart: 'Von vorn',
    say: 'Etwas zum Entwurf sagen',
    placeholder: 'Sagen Sie etwas …',
    send: 'Senden (Enter)',
    stop: 'Anhalten',
    you: 'Sie',
    writing: 'schreibt',
    greetingEmpty: 'Er hat noch keine erste Nachricht.',
    variables: 'Variablen',
    seen: 'Was das Modell sieht',
    seenTitle: 'Was dem Modell gegeben wurde',
    system: 'Anweisungen, wie sie gesendet wurden',
    history: 'Gespräch',
    passages: (count: number) => counted(count, 'Wissensabschnitt', 'Wissensabschnitte'),
    noPassages: 'Nichts aus der Wissensdatenbank passte.',
    model: 'Modell',
    temperature: 'Kreativität',
    interrupted: 'Die Antwort kam nicht zu ihrem Ende.',
    figures: (seconds: string, tokens: number, cost: number) =>
      `${seconds} s · ${formatNumber(tokens)} Token · ${cost === 0 ? 'kostenlos' : formatMoney(cost)}`,
    total: (tokens: number, cost: number) =>
      `bisher ${formatNumber(tokens)} Token, ${cost === 0 ? 'kostenlos' : formatMoney(cost)}`,
    staleHint: 'Die nächste Antwort nutzt die Einstellungen, wie sie jetzt sind.',
  },
})
