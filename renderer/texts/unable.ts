import { texts } from './language.ts'

/** Why an assistant cannot answer, and what can be done about it. */
export const unableTexts = texts({
  en: {
    why: {
      no_model: (name: string) => `${name} cannot answer: its model is not available any more.`,
      no_provider: (name: string) =>
        `${name} cannot answer: the key to the provider of its model cannot be read.`,
      key_refused: (name: string) =>
        `${name} cannot answer: the provider of its model refuses the key.`,
      day_spent: (name: string) => `${name} does not answer: its budget of the day is used up.`,
      month_spent: (name: string) =>
        `${name} does not answer: the account’s budget of the month is used up.`,
      no_balance: (name: string) => `${name} does not answer: the balance is used up.`,
    },
    deeds: {
      no_model: 'Choose another model',
      no_provider: 'See models',
      key_refused: 'Enter the key anew',
      day_spent: 'Change its budget',
      month_spent: 'See budgets',
      no_balance: 'Top up',
    },
  },
  de: {
    why: {
      no_model: (name) => `${name} kann nicht antworten: Das Modell ist nicht mehr verfügbar.`,
      no_provider: (name) =>
        `${name} kann nicht antworten: Der Schlüssel zum Anbieter des Modells lässt sich nicht lesen.`,
      key_refused: (name) =>
        `${name} kann nicht antworten: Der Anbieter des Modells weist den Schlüssel zurück.`,
      day_spent: (name) => `${name} antwortet nicht: Das Tagesbudget ist aufgebraucht.`,
      month_spent: (name) =>
        `${name} antwortet nicht: Das Monatsbudget des Kontos ist aufgebraucht.`,
      no_balance: (name) => `${name} antwortet nicht: Das Guthaben ist aufgebraucht.`,
    },
    deeds: {
      no_model: 'Anderes Modell wählen',
      no_provider: 'Modelle ansehen',
      key_refused: 'Schlüssel neu eingeben',
      day_spent: 'Budget ändern',
      month_spent: 'Budgets ansehen',
      no_balance: 'Aufladen',
    },
  },
})
