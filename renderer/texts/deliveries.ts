import { counted, formatNumber } from './format.ts'
import { texts } from './language.ts'

/** Words about webhooks, wherever they are shown. */
export const deliveriesTexts = texts({
  en: {
    title: 'Webhooks',
    none: 'No webhook was or is to be sent about this. Webhooks are set up with the assistant.',
    events: {
      conversation_ended: 'Conversation ended',
      post_call: 'Call completed',
      inbound_call: 'Call comes in',
    },
    statuses: {
      preparing: 'In preparation',
      pending: 'Waiting to be sent',
      delivered: 'Delivered',
      dead: 'Given up',
      blocked: 'Address not allowed',
      disabled: 'Receiver switched off',
    },
    attempts: (count: number) => counted(count, 'attempt', 'attempts'),
    answered: (status: number) => `answered ${status}`,
    took: (ms: number) => `in ${formatNumber(ms)} ms`,
    next: 'next attempt',
    sendAgain: 'Send again',
    sentAgain: 'The webhook is being sent again.',
    test: 'Test',
    see: (event: string) => `See what was sent and answered: ${event}`,
  },
  de: {
    title: 'Webhooks',
    none: 'Hierzu wurde kein Webhook gesendet, und keiner steht an. Webhooks richten Sie beim Assistenten ein.',
    events: {
      conversation_ended: 'Gespräch beendet',
      post_call: 'Anruf abgeschlossen',
      inbound_call: 'Anruf geht ein',
    },
    statuses: {
      preparing: 'In Vorbereitung',
      pending: 'Wird noch gesendet',
      delivered: 'Zugestellt',
      dead: 'Aufgegeben',
      blocked: 'Adresse nicht erlaubt',
      disabled: 'Empfänger abgeschaltet',
    },
    attempts: (count: number) => counted(count, 'Versuch', 'Versuche'),
    answered: (status: number) => `Antwort ${status}`,
    took: (ms: number) => `in ${formatNumber(ms)} ms`,
    next: 'nächster Versuch',
    sendAgain: 'Erneut senden',
    sentAgain: 'Der Webhook wird erneut gesendet.',
    test: 'Probe',
    see: (event: string) => `Gesendetes und Antworten ansehen: ${event}`,
  },
})
