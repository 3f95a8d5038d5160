import { counted, formatMoney, formatNumber } from './format.ts'
import { texts } from './language.ts'

/** Words of the list of text messages and of writing one. */
export const smsTexts = texts({
  en: {
    title: 'Text messages',
    lead: 'Every SMS that was sent from one of your numbers, newest first.',
    counted: (count: number) => counted(count, 'message', 'messages'),
    to: 'To',
    from: 'From',
    body: 'Text',
    status: 'Status',
    statuses: {
      queued: 'On its way',
      sent: 'Sent',
      delivered: 'Delivered',
      undelivered: 'Not delivered',
      failed: 'Failed',
      unknown: 'Unknown',
    },
    meanings: {
      queued:
        'The carrier is being asked to send it. That takes a few seconds; its money is set aside.',
      sent: 'The carrier has taken it and it is paid for. Whether it arrives is asked for, where the carrier says so.',
      delivered: 'It has arrived.',
      undelivered:
        'The carrier took it and could not deliver it: the telephone was off for too long, or the number is out of use. It is paid for.',
      failed: 'It was not sent, and its money has come back. You can change it and send it again.',
      unknown:
        'Nobody knows whether it was sent: the carrier did not answer clearly. Parley never sends it again by itself. The carrier is asked after 1, 5 and 30 minutes; until then its money stays set aside.',
    },
    nextCheck: 'The carrier is asked next',
    noMoreChecks:
      'The carrier is not asked any more. Its money stays set aside; look into your account with the carrier.',
    segments: 'Segments',
    price: 'Price of a segment',
    cost: 'Cost',
    created: 'Written',
    updated: 'Changed',
    sid: 'Carrier’s id',
    id: 'Id',
    provider: 'Carrier',
    reason: 'Reason',
    search: 'Recipient’s number',
    rowName: (to: string, at: string) => `Message to ${to}, ${at}`,
    write: 'Write a message',
    writeAgain: 'Write another to this number',
    useAgain: 'Use this text again',
    empty: 'No text messages yet',
    emptyHint:
      'Write the first one. It is sent from one of your numbers and paid for from the balance.',
    detail: 'Text message',
    loading: 'Loading the message',
    failedToLoad: 'The message could not be loaded',
    deletedNumber: 'deleted number',

    composeTitle: 'New text message',
    back: 'Text messages',
    noNumbers: 'None of your numbers can send text messages.',
    noNumbersHint: 'Add a number, or let one that you have send text messages.',
    toNumbers: 'Go to the phone numbers',
    toHint: 'With its country, such as +49 30 123456.',
    textLabel: 'Text',
    send: 'Send',
    encodingGsm: 'GSM alphabet',
    encodingUcs: 'Unicode',
    shape: (segments: number, used: number, room: number) =>
      `${counted(segments, 'segment', 'segments')} · ${formatNumber(used)} of ${formatNumber(room)}`,
    left: (left: number) => `${formatNumber(left)} left in this segment`,
    characters: (count: number, max: number) =>
      `${formatNumber(count)} of ${formatNumber(max)} characters`,
    whyUnicode: (characters: string) =>
      `${characters} — not in the GSM alphabet, so that the whole text travels as Unicode: 70 characters fit one segment, not 160.`,
    saves: (segments: number) => `Replacing saves ${counted(segments, 'segment', 'segments')}.`,
    replace: 'Replace',
    replaceWith: (from: string, to: string) => `${from} → ${to}`,
    removed: 'nothing',
    priceOf: (price: number, country: string) => `${formatMoney(price)} a segment to ${country}`,
    notSold: (country: string) => `Messages to ${country} are not possible: they have no price.`,
    sum: (segments: number, price: number, total: number) =>
      `${formatNumber(segments)} × ${formatMoney(price)} = ${formatMoney(total)}`,
    costLabel: 'Cost',
    balanceAfter: (before: number, after: number) =>
      `Balance: ${formatMoney(before)}, afterwards ${formatMoney(after)}`,
    notEnough: 'Your balance does not reach for that.',
    topUp: 'Top up',
    sent: 'The message is on its way.',
    notSent: 'The message was not sent',
    notSentHint: 'Its money has come back. Change what is wrong and send it again.',
    unknown: 'It is not certain whether the message was sent',
    unknownHint:
      'Please do not send it again yet. The carrier is asked after 1, 5 and 30 minutes, and the message then says what became of it.',
    seeMessage: 'See the message',
    twin: 'The same message may be on its way already',
    twinHint: 'An earlier one with the same text to the same number has an unknown outcome.',
    force: 'Send it all the same',
    sandboxTitle: 'Sandbox: nothing leaves this machine',
    sandboxHint:
      'These numbers have a fate of their own. Every other message “arrives” after two seconds.',
    effects: {
      refused: 'is refused, the money comes back',
      unknown: 'has an unknown outcome at first',
      undelivered: 'is sent and not delivered',
      stays_sent: 'stays sent',
      other_segments: 'is billed in another number of segments',
    },
    sandboxBadge: 'Sandbox',
    longest: (max: number) => `A message has at most ${formatNumber(max)} characters.`,
  },
  de: {
    title: 'SMS',
    lead: 'Alle SMS, die von einer Ihrer Nummern gesendet wurden, die neuesten zuerst.',
    counted: (count: number) => counted(count, 'Nachricht', 'Nachrichten'),
    to: 'An',
    from: 'Von',
    body: 'Text',
    status: 'Status',
    statuses: {
      queued: 'Unterwegs',
      sent: 'Gesendet',
      delivered: 'Zugestellt',
      undelivered: 'Nicht zugestellt',
      failed: 'Fehlgeschlagen',
      unknown: 'Ungewiss',
    },
    meanings: {
      queued:
        'Der Anbieter wird gebeten, sie zu senden. Das dauert ein paar Sekunden; ihr Geld ist zurückgelegt.',
      sent: 'Der Anbieter hat sie angenommen, und sie ist bezahlt. Ob sie ankommt, wird nachgefragt, wenn der Anbieter das sagen kann.',
      delivered: 'Sie ist angekommen.',
      undelivered:
        'Der Anbieter hat sie angenommen und konnte sie nicht zustellen: Das Telefon war zu lange aus, oder die Nummer gibt es nicht mehr. Sie ist bezahlt.',
      failed:
        'Sie wurde nicht gesendet, und ihr Geld ist zurück. Sie können sie ändern und noch einmal senden.',
      unknown:
        'Niemand weiß, ob sie gesendet wurde: Der Anbieter hat nicht eindeutig geantwortet. Parley sendet sie nie von selbst noch einmal. Der Anbieter wird nach 1, 5 und 30 Minuten gefragt; bis dahin bleibt ihr Geld zurückgelegt.',
    },
    nextCheck: 'Nächste Nachfrage beim Anbieter',
    noMoreChecks:
      'Beim Anbieter wird nicht mehr nachgefragt. Ihr Geld bleibt zurückgelegt; sehen Sie in Ihrem Konto beim Anbieter nach.',
    segments: 'Segmente',
    price: 'Preis pro Segment',
    cost: 'Kosten',
    created: 'Geschrieben',
    updated: 'Geändert',
    sid: 'Kennung beim Anbieter',
    id: 'Kennung',
    provider: 'Anbieter',
    reason: 'Grund',
    search: 'Nummer des Empfängers',
    rowName: (to: string, at: string) => `Nachricht an ${to}, ${at}`,
    write: 'SMS schreiben',
    writeAgain: 'Noch eine an diese Nummer schreiben',
    useAgain: 'Diesen Text wiederverwenden',
    empty: 'Noch keine SMS',
    emptyHint:
      'Schreiben Sie die erste. Sie wird von einer Ihrer Nummern gesendet und aus dem Guthaben bezahlt.',
    detail: 'SMS',
    loading: 'Die Nachricht wird geladen',
    failedToLoad: 'Die Nachricht konnte nicht geladen werden',
    deletedNumber: 'gelöschte Nummer',

    composeTitle: 'Neue SMS',
    back: 'SMS',
    noNumbers: 'Keine Ihrer Nummern kann SMS senden.',
    noNumbersHint: 'Fügen Sie eine Nummer hinzu, oder erlauben Sie einer vorhandenen das Senden.',
    toNumbers: 'Zu den Telefonnummern',
    toHint: 'Mit Landesvorwahl, etwa +49 30 123456.',
    textLabel: 'Text',
    send: 'Senden',
    encodingGsm: 'GSM-Alphabet',
    encodingUcs: 'Unicode',
    shape: (segments: number, used: number, room: number) =>
      `${counted(segments, 'Segment', 'Segmente')} · ${formatNumber(used)} von ${formatNumber(room)}`,
    left: (left: number) => `${formatNumber(left)} frei in diesem Segment`,
    characters: (count: number, max: number) =>
      `${formatNumber(count)} von ${formatNumber(max)} Zeichen`,
    whyUnicode: (characters: string) =>
      `${characters} – nicht im GSM-Alphabet, deshalb reist der ganze Text als Unicode: 70 statt 160 Zeichen passen in ein Segment.`,
    saves: (segments: number) => `Ersetzen spart ${counted(segments, 'Segment', 'Segmente')}.`,
    replace: 'Ersetzen',
    replaceWith: (from: string, to: string) => `${from} → ${to}`,
    removed: 'nichts',
    priceOf: (price: number, country: string) =>
      `${formatMoney(price)} pro Segment nach ${country}`,
    notSold: (country: string) => `SMS nach ${country} sind nicht möglich: Es gibt keinen Preis.`,
    sum: (segments: number, price: number, total: number) =>
      `${formatNumber(segments)} × ${formatMoney(price)} = ${formatMoney(total)}`,
    costLabel: 'Kosten',
    balanceAfter: (before: number, after: number) =>
      `Guthaben: ${formatMoney(before)}, danach ${formatMoney(after)}`,
    notEnough: 'Ihr Guthaben reicht dafür nicht.',
    topUp: 'Aufladen',
    sent: 'Die Nachricht ist unterwegs.',
    notSent: 'Die Nachricht wurde nicht gesendet',
    notSentHint:
      'Ihr Geld ist zurück. Ändern Sie, was nicht stimmt, und senden Sie sie noch einmal.',
    unknown: 'Es ist ungewiss, ob die Nachricht gesendet wurde',
    unknownHint:
      'Bitte senden Sie sie noch nicht erneut. Der Anbieter wird nach 1, 5 und 30 Minuten gefragt; dann steht bei der Nachricht, was aus ihr wurde.',
    seeMessage: 'Nachricht ansehen',
    twin: 'Dieselbe Nachricht ist vielleicht schon unterwegs',
    twinHint: 'Bei einer früheren mit demselben Text an dieselbe Nummer ist der Ausgang ungewiss.',
    force: 'Trotzdem senden',
    sandboxTitle: 'Sandbox: Nichts verlässt diesen Rechner',
    sandboxHint:
      'Diese Nummern haben ein eigenes Schicksal. Jede andere Nachricht „kommt“ nach zwei Sekunden „an“.',
    effects: {
      refused: 'wird abgelehnt, das Geld kommt zurück',
      unknown: 'ist zunächst ungewiss',
      undelivered: 'wird gesendet und nicht zugestellt',
      stays_sent: 'bleibt gesendet',
      other_segments: 'wird in anderer Segmentzahl berechnet',
    },
    sandboxBadge: 'Sandbox',
    longest: (max: number) => `Eine Nachricht hat höchstens ${formatNumber(max)} Zeichen.`,
  },
})
