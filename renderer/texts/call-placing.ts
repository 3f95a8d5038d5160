import { counted, formatMoney } from './format.ts'
import { texts } from './language.ts'

/** Placing a call. */
export const callPlacingTexts = texts({
  en: {
    placeTitle: 'Place a call',
    way: 'Who calls whom',
    ways: { outbound: 'Assistant calls', inbound: 'Customer calls', web: 'Website' },
    wayHints: {
      outbound: 'The assistant calls the number and talks by itself.',
      inbound: 'A scripted customer of the Sandbox calls the assistant. It costs nothing.',
      web: 'A scripted customer of the Sandbox talks to the assistant on a website. It costs nothing.',
    },
    caller: 'Number of the caller',
    callerHint: 'Without one the caller withholds it.',
    number: 'Number to call',
    numberHint: 'With its country, such as +49 30 123456.',
    chooseAssistant: 'Choose an assistant',
    noActive: 'No assistant is active. Activate one, then it can call.',
    variablesHint: 'What the assistant is to know, for {{placeholders}} in its prompt.',
    variableName: 'Name',
    variableValue: 'Value',
    addVariable: 'Add a variable',
    priceOf: (price: number, country: string) =>
      `${formatMoney(price)} a started minute to ${country}`,
    notSold: (country: string) => `Calls to ${country} are not possible: they have no price.`,
    hold: (amount: number, minutes: number) =>
      `${formatMoney(amount)} are set aside for ${counted(minutes, 'minute', 'minutes')}, the longest this call can be; what is not used comes back.`,
    balance: (amount: number) => `Your balance is ${formatMoney(amount)}.`,
    notEnough: 'Your balance does not reach for that.',
    topUp: 'Top up',
    sandboxTitle: 'Sandbox: nobody’s telephone rings',
    sandboxHint:
      'These numbers have a fate of their own. Any other number is taken by a friendly person.',
    effects: {
      busy: 'is busy',
      'no-answer': 'does not answer',
      failed: 'cannot be reached',
      voicemail: 'has a voicemail',
      'hang-up': 'hangs up soon',
      talkative: 'talks without end',
      repeated: 'reports everything twice',
      silent: 'says nothing',
    },
    call: 'Call',
  },
  de: {
    placeTitle: 'Anrufen',
    way: 'Wer wen anruft',
    ways: { outbound: 'Assistent ruft an', inbound: 'Kunde ruft an', web: 'Website' },
    wayHints: {
      outbound: 'Der Assistent ruft die Nummer an und spricht selbst.',
      inbound: 'Ein Kunde der Sandbox ruft den Assistenten nach Drehbuch an. Das kostet nichts.',
      web: 'Ein Kunde der Sandbox spricht nach Drehbuch auf einer Website mit dem Assistenten. Das kostet nichts.',
    },
    caller: 'Nummer des Anrufers',
    callerHint: 'Ohne Angabe wird sie unterdrückt.',
    number: 'Nummer, die angerufen wird',
    numberHint: 'Mit Landesvorwahl, etwa +49 30 123456.',
    chooseAssistant: 'Assistent wählen',
    noActive: 'Kein Assistent ist aktiv. Aktivieren Sie einen, dann kann er anrufen.',
    variablesHint: 'Was der Assistent wissen soll, für {{Platzhalter}} in seinem Prompt.',
    variableName: 'Name',
    variableValue: 'Wert',
    addVariable: 'Variable hinzufügen',
    priceOf: (price: number, country: string) =>
      `${formatMoney(price)} pro angefangener Minute nach ${country}`,
    notSold: (country: string) =>
      `Anrufe nach ${country} sind nicht möglich: Es gibt keinen Preis.`,
    hold: (amount: number, minutes: number) =>
      `${formatMoney(amount)} werden für ${counted(minutes, 'Minute', 'Minuten')} zurückgelegt, die längste mögliche Dauer; was übrig bleibt, kommt zurück.`,
    balance: (amount: number) => `Ihr Guthaben beträgt ${formatMoney(amount)}.`,
    notEnough: 'Ihr Guthaben reicht dafür nicht.',
    topUp: 'Aufladen',
    sandboxTitle: 'Sandbox: Kein Telefon klingelt',
    sandboxHint:
      'Diese Nummern haben ein eigenes Schicksal. Bei jeder anderen Nummer hebt eine freundliche Person ab.',
    effects: {
      busy: 'ist besetzt',
      'no-answer': 'nimmt nicht ab',
      failed: 'ist nicht erreichbar',
      voicemail: 'hat einen Anrufbeantworter',
      'hang-up': 'legt bald auf',
      talkative: 'redet ohne Ende',
      repeated: 'meldet alles zweimal',
      silent: 'sagt nichts',
    },
    call: 'Anrufen',
  },
})
