import { texts } from './language.ts'

/** How a setting is called, and what it does. */
type Words = readonly [label: string, hint: string]

/** Settings of what an assistant is, says, knows and thinks with. */
const en = {
  name: ['Name', 'Visitors see it above the chat.'],
  type: ['Direction', 'Whether people come to it, or it goes to people.'],
  language_id: ['Language', 'What it speaks unless it is spoken to in another one.'],
  secondary_language_ids: ['Other languages', 'Languages that it notices and changes to.'],
  timezone: ['Timezone', 'For the date and time it knows, and for reports about its chats.'],
  initial_message: ['First message', 'What a visitor reads before saying anything.'],
  system_prompt: [
    'Instructions',
    'In plain sentences: what it is to do, when you are open, how to reach you. It answers with the facts that stand here.',
  ],
  variables: [
    'Variables',
    'Values for {{name}} in the first message and the instructions. Your website can set others for each visitor.',
  ],
  mode: ['Engine', 'How it hears, thinks and speaks.'],
  llm_model_id: [
    'Language model',
    'What it thinks with. The built-in one needs no key and no network.',
  ],
  multimodal_model_id: [
    'Multimodal model',
    'The one model that hears and thinks on the telephone.',
  ],
  chat_llm_fallback_id: [
    'Model for chats and tools',
    'Answers written chats and calls tools, which the multimodal model cannot. Without one the built-in model does.',
  ],
  llm_temperature: ['Creativity', 'Low stays with the facts, high varies its words.'],
  turn_detection_threshold: [
    'Threshold of speech',
    'How loud it must get to count as speech; empty means automatic.',
  ],
  knowledgebase_id: ['Knowledge base', 'Documents and pages that it answers from.'],
  knowledgebase_mode: [
    'How knowledge is used',
    'Put before every answer, or looked up by the model when it wants to.',
  ],
  tool_ids: ['Custom tools', 'Requests to your own systems that it may make in a conversation.'],
  tools: [
    'Built-in tools',
    'What it can do in a call: transfer it, end it, press keys, book a date.',
  ],
  conversation_inactivity_timeout: [
    'Chat ends after',
    'Time without a message after which a chat is over.',
  ],
  conversation_ended_retrigger: [
    'A chat can end again',
    'Whether a chat that goes on after its end is reported once more when it ends again.',
  ],
  retention_days: [
    'Chats and calls are kept',
    'After so long without a message a chat is erased with everything about it, and contacts who have no other; calls as long after their end. Nothing brings them back; once a day.',
  ],
  widget_settings: [
    'Widget settings',
    'How the bubble looks, as JSON. The embed page sets it with a preview.',
  ],
  is_webhook_active: ['Report calls', 'Whether your system hears of calls that are over.'],
  webhook_url: ['Address for calls', 'Gets a signed POST with transcript and results.'],
  send_webhook_only_on_completed: [
    'Completed calls only',
    'Says nothing about calls that failed or were not answered.',
  ],
  include_recording_in_webhook: ['Send the recording', 'Adds its address to the report.'],
  conversation_ended_webhook_url: [
    'Address for chats',
    'Hears of every chat that is over, with transcript and results.',
  ],
  post_call_evaluation: [
    'Evaluate calls and chats',
    'Notes mood, outcome and a score afterwards, and sums chats up in two sentences.',
  ],
  post_call_schema: [
    'What to find out',
    'Values taken out of each call or chat that is over, for reports and webhooks.',
  ],
  budget_per_day: ['Each day', 'Of all its answers together, by its timezone.'],
  budget_per_visitor_day: ['Each visitor and day', 'So that nobody uses up what others need.'],
  budget_per_conversation: ['Each chat', 'From its first answer to its last.'],
  over_budget_message: [
    'What it says then',
    'Instead of an answer, once a budget is used up. You get a notice, too.',
  ],
} as const satisfies Record<string, Words>

const de: { readonly [name in keyof typeof en]: Words } = {
  name: ['Name', 'Besucher sehen ihn über dem Chat.'],
  type: ['Richtung', 'Ob Menschen zu ihm kommen oder er auf Menschen zugeht.'],
  language_id: ['Sprache', 'Darin spricht er, solange niemand eine andere wählt.'],
  secondary_language_ids: ['Weitere Sprachen', 'Sprachen, die er erkennt und in die er wechselt.'],
  timezone: ['Zeitzone', 'Für Datum und Uhrzeit, die er kennt, und für Berichte über seine Chats.'],
  initial_message: ['Erste Nachricht', 'Das liest ein Besucher, bevor er etwas sagt.'],
  system_prompt: [
    'Anweisungen',
    'In einfachen Sätzen: was er tun soll, wann Sie geöffnet haben, wie man Sie erreicht. Er antwortet mit den Angaben, die hier stehen.',
  ],
  variables: [
    'Variablen',
    'Werte für {{name}} in der ersten Nachricht und den Anweisungen. Ihre Website kann für jeden Besucher weitere setzen.',
  ],
  mode: ['Technik', 'Wie er hört, denkt und spricht.'],
  llm_model_id: [
    'Sprachmodell',
    'Damit denkt er. Das eingebaute braucht weder Schlüssel noch Netz.',
  ],
  multimodal_model_id: ['Multimodales Modell', 'Das eine Modell, das am Telefon hört und denkt.'],
  chat_llm_fallback_id: [
    'Modell für Chats und Werkzeuge',
    'Beantwortet geschriebene Chats und ruft Werkzeuge auf, was das multimodale Modell nicht kann. Ohne Auswahl übernimmt das eingebaute Modell.',
  ],
  llm_temperature: ['Kreativität', 'Niedrig bleibt bei den Tatsachen, hoch variiert die Worte.'],
  turn_detection_threshold: [
    'Schwelle für Sprache',
    'Wie laut es werden muss, um als Sprache zu gelten; leer heißt automatisch.',
  ],
  knowledgebase_id: ['Wissensdatenbank', 'Dokumente und Seiten, aus denen er antwortet.'],
  knowledgebase_mode: [
    'Nutzung des Wissens',
    'Jeder Antwort vorangestellt, oder vom Modell bei Bedarf nachgeschlagen.',
  ],
  tool_ids: ['Eigene Werkzeuge', 'Anfragen an Ihre Systeme, die er im Gespräch stellen darf.'],
  tools: [
    'Eingebaute Werkzeuge',
    'Was er in einem Anruf tun kann: weiterleiten, beenden, Tasten drücken, einen Termin buchen.',
  ],
  conversation_inactivity_timeout: [
    'Chat endet nach',
    'Zeit ohne Nachricht, nach der ein Chat vorbei ist.',
  ],
  conversation_ended_retrigger: [
    'Ein Chat kann erneut enden',
    'Ob ein Chat, der nach seinem Ende weitergeht, beim nächsten Ende noch einmal gemeldet wird.',
  ],
  retention_days: [
    'Aufbewahrung',
    'So lange nach der letzten Nachricht wird ein Chat mit allem gelöscht, ebenso Kontakte ohne weiteren Chat und so lange nach ihrem Ende Anrufe. Nichts bringt sie zurück; einmal am Tag.',
  ],
  widget_settings: [
    'Widget-Einstellungen',
    'Wie die Sprechblase aussieht, als JSON. Die Einbettungsseite stellt es mit Vorschau ein.',
  ],
  is_webhook_active: ['Anrufe melden', 'Ob Ihr System von beendeten Anrufen erfährt.'],
  webhook_url: [
    'Adresse für Anrufe',
    'Erhält einen signierten POST mit Mitschrift und Ergebnissen.',
  ],
  send_webhook_only_on_completed: [
    'Nur abgeschlossene Anrufe',
    'Schweigt über Anrufe, die scheiterten oder nicht angenommen wurden.',
  ],
  include_recording_in_webhook: ['Aufnahme mitsenden', 'Fügt ihre Adresse der Meldung hinzu.'],
  conversation_ended_webhook_url: [
    'Adresse für Chats',
    'Erfährt von jedem beendeten Chat, mit Mitschrift und Ergebnissen.',
  ],
  post_call_evaluation: [
    'Anrufe und Chats bewerten',
    'Hält danach Stimmung, Ergebnis und Punktzahl fest und fasst Chats in zwei Sätzen zusammen.',
  ],
  post_call_schema: [
    'Was herauszufinden ist',
    'Werte, die jedem beendeten Anruf oder Chat entnommen werden, für Berichte und Webhooks.',
  ],
  budget_per_day: ['Je Tag', 'Für alle seine Antworten zusammen, nach seiner Zeitzone.'],
  budget_per_visitor_day: ['Je Besucher und Tag', 'Damit niemand aufbraucht, was andere brauchen.'],
  budget_per_conversation: ['Je Chat', 'Von der ersten Antwort bis zur letzten.'],
  over_budget_message: [
    'Was er dann sagt',
    'Statt einer Antwort, sobald ein Budget aufgebraucht ist. Auch Sie erhalten einen Hinweis.',
  ],
}

/** Labels and hints of the settings of an assistant, but for those of speech. */
export const assistantFieldTexts = texts<{ readonly [name in keyof typeof en]: Words }>({ en, de })
