import { texts } from './language.ts'

/** Words of the settings about what this server may call. */
export const networkTexts = texts({
  en: {
    title: 'Network',
    loading: 'Loading the network settings',
    failed: 'The network settings could not be loaded',
    notOwner: 'Only the owner of this Parley sees and sets what it may call.',
    policyTitle: 'What this Parley may call',
    policies: {
      desktop:
        'Webhooks, lookups and other addresses that you enter are called when they are public. Private ones, on this machine or in your own network, only when they are listed below.',
      server:
        'Public addresses only. This Parley runs as a server for others, so that private addresses are never called, whatever is listed.',
    },
    never:
      'Link-local addresses, the metadata services of clouds and Parley itself are never called.',
    allowed: 'Private addresses that may be called',
    none: 'None. A system on your own machine, such as 127.0.0.1:5678, is called once it stands here.',
    address: 'Address',
    addressHint: 'Host and port, such as 127.0.0.1:5678, or the URL of something there.',
    add: 'Allow',
    added: (address: string) => `${address} may be called now.`,
    remove: 'Remove',
    removeOf: (address: string) => `Remove ${address}`,
    removed: (address: string) => `${address} is not called any more.`,
    environment: 'from the environment',
    environmentHint:
      'What is marked was set with PARLEY_ALLOW_PRIVATE where Parley is started, and is changed there.',
    locked: 'You can look, but not change anything here',
    lockedHint:
      'You came in with an API key, and keys may not change what this server calls. Open Parley with the sign-in link that it shows on its own machine when it starts.',
  },
  de: {
    title: 'Netzwerk',
    loading: 'Die Netzwerkeinstellungen werden geladen',
    failed: 'Die Netzwerkeinstellungen konnten nicht geladen werden',
    notOwner: 'Nur der Besitzer dieses Parley sieht und bestimmt, was es aufrufen darf.',
    policyTitle: 'Was dieses Parley aufrufen darf',
    policies: {
      desktop:
        'Webhooks, Abfragen und andere Adressen, die Sie eintragen, werden aufgerufen, wenn sie öffentlich sind. Private, auf diesem Rechner oder in Ihrem Netz, nur wenn sie unten stehen.',
      server:
        'Nur öffentliche Adressen. Dieses Parley läuft als Server für andere, deshalb werden private Adressen nie aufgerufen, was auch immer eingetragen ist.',
    },
    never:
      'Link-lokale Adressen, die Metadatendienste von Clouds und Parley selbst werden nie aufgerufen.',
    allowed: 'Private Adressen, die aufgerufen werden dürfen',
    none: 'Keine. Ein System auf Ihrem eigenen Rechner, etwa 127.0.0.1:5678, wird aufgerufen, sobald es hier steht.',
    address: 'Adresse',
    addressHint: 'Rechner und Port, etwa 127.0.0.1:5678, oder die URL von etwas dort.',
    add: 'Erlauben',
    added: (address: string) => `${address} darf jetzt aufgerufen werden.`,
    remove: 'Entfernen',
    removeOf: (address: string) => `${address} entfernen`,
    removed: (address: string) => `${address} wird nicht mehr aufgerufen.`,
    environment: 'aus der Umgebung',
    environmentHint:
      'Was gekennzeichnet ist, wurde mit PARLEY_ALLOW_PRIVATE gesetzt, wo Parley gestartet wird, und wird dort geändert.',
    locked: 'Sie können hier nachsehen, aber nichts ändern',
    lockedHint:
      'Sie sind mit einem API-Schlüssel hier, und Schlüssel dürfen nicht ändern, was dieser Server aufruft. Öffnen Sie Parley mit dem Anmeldelink, den es beim Start auf seinem eigenen Rechner zeigt.',
  },
})
