import { texts } from './language.ts'

/** What answers may cost, and what came of conversations. */
export const budgetTexts = texts({
  en: {
    account: 'The account',
    accountNote:
      'What the answers of all assistants may cost in a month (UTC). Money is set aside before a model is asked, so nobody can spend more.',
    perMonth: 'Each month',
    perMonthHint:
      'In US dollars; empty means no limit. The built-in model is free and never stops.',
    notANumber: 'The budget must be a number.',
    save: 'Save budget',
    saved: 'The budget is saved.',
    used: 'Used this month',
    usedOf: (spent: string, limit: string) => `${spent} of ${limit}`,
    noLimit: 'no limit',
    held: (amount: string) => `${amount} set aside for answers that are being made`,
    assistants: 'Assistants today',
    assistantsNote: 'Their budgets are among their settings.',
    ofToday: (name: string) => `${name}: today`,
    perVisitor: (amount: string) => `${amount} each visitor and day`,
    perConversation: (amount: string) => `${amount} each chat`,
    edit: (name: string) => `Budget of ${name}`,
    none: 'There are no assistants yet.',
    loading: 'Loading the budgets',
    failed: 'The budgets could not be loaded',
  },
  de: {
    account: 'Das Konto',
    accountNote:
      'Was die Antworten aller Assistenten in einem Monat kosten dürfen (UTC). Das Geld wird zurückgelegt, bevor ein Modell gefragt wird: Mehr kann niemand ausgeben.',
    perMonth: 'Je Monat',
    perMonthHint:
      'In US-Dollar; leer bedeutet unbegrenzt. Das eingebaute Modell ist kostenlos und hört nie auf.',
    notANumber: 'Das Budget muss eine Zahl sein.',
    save: 'Budget speichern',
    saved: 'Das Budget ist gespeichert.',
    used: 'In diesem Monat verbraucht',
    usedOf: (spent, limit) => `${spent} von ${limit}`,
    noLimit: 'unbegrenzt',
    held: (amount) => `${amount} zurückgelegt für Antworten, die gerade entstehen`,
    assistants: 'Assistenten heute',
    assistantsNote: 'Ihre Budgets stehen bei ihren Einstellungen.',
    ofToday: (name) => `${name}: heute`,
    perVisitor: (amount) => `${amount} je Besucher und Tag`,
    perConversation: (amount) => `${amount} je Chat`,
    edit: (name) => `Budget von ${name}`,
    none: 'Es gibt noch keine Assistenten.',
    loading: 'Budgets werden geladen',
    failed: 'Die Budgets konnten nicht geladen werden',
  },
})
