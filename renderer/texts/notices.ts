import { counted } from './format.ts'
import { texts } from './language.ts'

/** What an account should know, wherever it stands. */
export const noticesTexts = texts({
  en: {
    label: 'Notices',
    many: (count: number) => `${counted(count, 'thing needs', 'things need')} your attention`,
    showAll: 'Show',
    hideAll: 'Hide',
    failed: 'The notice could not be put away. Try it again.',
    kinds: {
      webhook_disabled: (subject: string) => `Webhooks to ${subject} are switched off.`,
      sms_unknown: () => 'Nobody knows whether a text message was sent.',
      model_refused: (subject: string) => `${subject} refuses its key.`,
      budget_reached: () => 'A budget is used up.',
      backup_failed: () => 'The last backup is not good.',
    },
    deeds: {
      webhook_disabled: 'See deliveries',
      sms_unknown: 'See the message',
      model_refused: 'See models',
      budget_reached: 'See budgets',
      backup_failed: 'See backups',
    },
    dismiss: (what: string) => `Dismiss: ${what}`,
  },
  de: {
    label: 'Hinweise',
    many: (count: number) =>
      `${counted(count, 'Sache braucht', 'Sachen brauchen')} Ihre Aufmerksamkeit`,
    showAll: 'Zeigen',
    hideAll: 'Verbergen',
    failed: 'Der Hinweis ließ sich nicht weglegen. Versuchen Sie es noch einmal.',
    kinds: {
      webhook_disabled: (subject: string) => `Webhooks an ${subject} sind abgeschaltet.`,
      sms_unknown: () => 'Niemand weiß, ob eine SMS gesendet wurde.',
      model_refused: (subject: string) => `${subject} weist seinen Schlüssel zurück.`,
      budget_reached: () => 'Ein Budget ist aufgebraucht.',
      backup_failed: () => 'Die letzte Sicherung ist nicht gut.',
    },
    deeds: {
      webhook_disabled: 'Zustellungen ansehen',
      sms_unknown: 'Nachricht ansehen',
      model_refused: 'Modelle ansehen',
      budget_reached: 'Budgets ansehen',
      backup_failed: 'Sicherungen ansehen',
    },
    dismiss: (what: string) => `Weglegen: ${what}`,
  },
})
