import { counted, formatNumber } from './format.ts'
import { texts } from './language.ts'

/** Words of the list of webhooks, of the addresses they go to and of the secret they are signed with. */
export const webhooksTexts = texts({
  en: {
    title: 'Webhooks',
    lead: 'What Parley tells your other systems: every message, what it was answered, and another try.',
    counted: (count: number) => counted(count, 'webhook', 'webhooks'),
    rowName: (event: string, at: string) => `${event}, ${at}`,
    columns: {
      event: 'Event',
      url: 'Address',
      status: 'Status',
      attempts: 'Attempts',
      answer: 'Last answer',
      created: 'Time',
      next: 'Next attempt',
      assistant: 'Assistant',
      id: 'Id',
    },
    noAnswer: 'no answer',
    failed: 'Failed',
    deleted: 'deleted assistant',
    empty: 'No webhooks yet',
    emptyHint:
      'A webhook tells another system at once that a conversation has ended or a call is over. Switch it on in the form of an assistant, at Webhooks, and put the address of your system there.',
    emptyTry:
      'No system yet? This command is a receiver on your own machine. It shows what comes in and checks the signature:',
    toAssistants: 'Go to the assistants',
    command: 'A receiver to try with',
    quiet: 'Nothing has been sent yet',
    quietHint:
      'As soon as a conversation ends or a call is over, it stands here. “Send a test” above sends a sample now.',

    endpoints: 'Addresses',
    endpointsLoading: 'Loading the addresses',
    endpointsFailed: 'The addresses could not be loaded',
    endpointStatus: { active: 'Working', failing: 'Failing', disabled: 'Switched off' },
    failingSince: 'Failing since',
    disabledAt: 'Switched off',
    disabledHint: 'Nothing is sent to it until you enable it again. What waits for it is kept.',
    lastDelivered: 'last delivered',
    neverDelivered: 'nothing delivered yet',
    unused: 'Used by no assistant any more',
    isOff: 'off',
    pending: (count: number) => `${formatNumber(count)} waiting`,
    failedCount: (count: number) => `${formatNumber(count)} failed`,
    enable: 'Enable again',
    enabled: (resumed: number) =>
      resumed === 0
        ? 'The address is enabled again.'
        : `The address is enabled again; ${counted(resumed, 'webhook', 'webhooks')} on the way.`,
    test: 'Send a test',
    testOf: (url: string) => `Send a test to ${url}`,
    testAs: (assistant: string) => `As ${assistant}`,
    testSending: 'Sending…',
    testArrived: (status: number, ms: number) => `Answered ${status} in ${formatNumber(ms)} ms.`,
    testRefused: (status: number) => `Answered ${status}: that is no success.`,
    testLost: 'No answer came.',
    testSee: 'See what was sent',
    replayFailed: 'Send failed again',
    replayFailedOf: (url: string) => `Send failed again: ${url}`,

    replayAll: 'Send all failed again',
    replayTitle: (count: number) => `Send ${counted(count, 'webhook', 'webhooks')} again?`,
    replayNone: 'Nothing failed that could be sent again.',
    replayCounting: 'Counting…',
    replayWords:
      'Each goes out once more with the id it had, oldest first, and not faster than receivers can take. Addresses that were switched off are enabled again.',
    replayFinal:
      'That cannot be undone: a receiver that does not look at the id may do its work twice.',
    replayOnly: 'Only what matches:',
    replayConfirm: 'Send again',
    replayed: (count: number) => `${counted(count, 'webhook', 'webhooks')} on the way again.`,

    secret: 'Signing secret',
    secretLead:
      'Every webhook of this account is signed with it. Receivers use it to be certain that a request is from Parley.',
    secretLoading: 'Loading the secret',
    secretFailed: 'The secret could not be loaded',
    rotate: 'Make a new one',
    rotateTitle: 'Make a new signing secret?',
    rotateWords:
      'For 24 hours every webhook carries two signatures, one with the secret of now and one with the new one. In that time, give your receivers the new one. After it the secret of now is worth nothing.',
    rotateConfirm: 'Make a new secret',
    rotated: 'There is a new secret. The one before signs too for 24 hours.',
    overlap: 'The secret before this one signs, too, until',
  },
  de: {
    title: 'Webhooks',
    lead: 'Was Parley Ihren anderen Systemen meldet: jede Nachricht, die Antwort darauf und ein neuer Versuch.',
    counted: (count: number) => counted(count, 'Webhook', 'Webhooks'),
    rowName: (event: string, at: string) => `${event}, ${at}`,
    columns: {
      event: 'Ereignis',
      url: 'Adresse',
      status: 'Status',
      attempts: 'Versuche',
      answer: 'Letzte Antwort',
      created: 'Zeit',
      next: 'Nächster Versuch',
      assistant: 'Assistent',
      id: 'Kennung',
    },
    noAnswer: 'keine Antwort',
    failed: 'Fehlgeschlagen',
    deleted: 'gelöschter Assistent',
    empty: 'Noch keine Webhooks',
    emptyHint:
      'Ein Webhook meldet einem anderen System sofort, dass ein Gespräch zu Ende oder ein Anruf vorbei ist. Schalten Sie ihn im Formular eines Assistenten bei Webhooks ein, und tragen Sie dort die Adresse Ihres Systems ein.',
    emptyTry:
      'Noch kein System? Dieser Befehl ist ein Empfänger auf Ihrem eigenen Rechner. Er zeigt, was ankommt, und prüft die Signatur:',
    toAssistants: 'Zu den Assistenten',
    command: 'Ein Empfänger zum Ausprobieren',
    quiet: 'Noch wurde nichts gesendet',
    quietHint:
      'Sobald ein Gespräch endet oder ein Anruf vorbei ist, steht es hier. „Probe senden“ oben sendet jetzt ein Beispiel.',

    endpoints: 'Adressen',
    endpointsLoading: 'Die Adressen werden geladen',
    endpointsFailed: 'Die Adressen konnten nicht geladen werden',
    endpointStatus: { active: 'In Ordnung', failing: 'Gestört', disabled: 'Abgeschaltet' },
    failingSince: 'Gestört seit',
    disabledAt: 'Abgeschaltet',
    disabledHint:
      'Bis Sie sie wieder einschalten, wird ihr nichts gesendet. Was auf sie wartet, bleibt erhalten.',
    lastDelivered: 'zuletzt zugestellt',
    neverDelivered: 'noch nichts zugestellt',
    unused: 'Von keinem Assistenten mehr verwendet',
    isOff: 'aus',
    pending: (count: number) => `${formatNumber(count)} wartend`,
    failedCount: (count: number) => `${formatNumber(count)} fehlgeschlagen`,
    enable: 'Wieder einschalten',
    enabled: (resumed: number) =>
      resumed === 0
        ? 'Die Adresse ist wieder eingeschaltet.'
        : `Die Adresse ist wieder eingeschaltet; ${counted(resumed, 'Webhook', 'Webhooks')} unterwegs.`,
    test: 'Probe senden',
    testOf: (url: string) => `Probe an ${url} senden`,
    testAs: (assistant: string) => `Als ${assistant}`,
    testSending: 'Wird gesendet …',
    testArrived: (status: number, ms: number) => `Antwort ${status} nach ${formatNumber(ms)} ms.`,
    testRefused: (status: number) => `Antwort ${status}: Das ist kein Erfolg.`,
    testLost: 'Es kam keine Antwort.',
    testSee: 'Gesendetes ansehen',
    replayFailed: 'Fehlgeschlagene erneut senden',
    replayFailedOf: (url: string) => `Fehlgeschlagene erneut senden: ${url}`,

    replayAll: 'Alle fehlgeschlagenen erneut senden',
    replayTitle: (count: number) => `${counted(count, 'Webhook', 'Webhooks')} erneut senden?`,
    replayNone: 'Nichts ist fehlgeschlagen, das erneut gesendet werden könnte.',
    replayCounting: 'Wird gezählt …',
    replayWords:
      'Jeder geht noch einmal mit derselben Kennung hinaus, die ältesten zuerst und nicht schneller, als Empfänger es vertragen. Abgeschaltete Adressen werden wieder eingeschaltet.',
    replayFinal:
      'Das lässt sich nicht rückgängig machen: Ein Empfänger, der die Kennung nicht beachtet, tut seine Arbeit womöglich zweimal.',
    replayOnly: 'Nur was passt:',
    replayConfirm: 'Erneut senden',
    replayed: (count: number) => `${counted(count, 'Webhook', 'Webhooks')} wieder unterwegs.`,

    secret: 'Signaturschlüssel',
    secretLead:
      'Damit ist jeder Webhook dieses Kontos signiert. Empfänger erkennen daran, dass eine Anfrage von Parley kommt.',
    secretLoading: 'Der Schlüssel wird geladen',
    secretFailed: 'Der Schlüssel konnte nicht geladen werden',
    rotate: 'Neuen erzeugen',
    rotateTitle: 'Neuen Signaturschlüssel erzeugen?',
    rotateWords:
      '24 Stunden lang trägt jeder Webhook zwei Signaturen, eine mit dem jetzigen und eine mit dem neuen Schlüssel. Geben Sie den neuen in dieser Zeit Ihren Empfängern. Danach ist der jetzige nichts mehr wert.',
    rotateConfirm: 'Neuen Schlüssel erzeugen',
    rotated: 'Es gibt einen neuen Schlüssel. Der vorige signiert noch 24 Stunden mit.',
    overlap: 'Der vorige Schlüssel signiert auch noch, bis',
  },
})
