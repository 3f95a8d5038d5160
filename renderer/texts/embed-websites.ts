import { texts } from './language.ts'

/** Which websites may show an assistant, and from where they reach this Parley. */
export const embedWebsiteTexts = texts({
  en: {
    title: '4. Which websites may show it',
    note: 'Only these. This machine and Parley itself always may.',
    listLabel: 'Websites that may show the assistant',
    none: 'No website yet: the chat shows on this machine only.',
    addWebsite: 'Add a website',
    addWebsiteHint: 'Its address as in the browser. A path does not matter; www does.',
    add: 'Add',
    remove: (origin: string) => `Remove ${origin}`,
    noAddress: 'Write the website’s address, such as https://www.example.com',
    listed: 'This website is in the list already.',
    reach: {
      works: 'Visitors reach Parley',
      'this-machine': 'Visitors do not reach this machine',
      network: 'Only from your own network',
      insecure: 'Browsers block this: the site is https, Parley is not',
    },

    audience: 'Where visitors can reach this Parley',
    everybody: 'Everybody can: it has a public address.',
    machine: 'Nobody but this machine can.',
    network: 'Whoever is in your network can.',
    addressIs: 'Its address is',
    machineMore:
      'To everybody else that address is their own machine, and browsers refuse to go there from a public page. It works here, for kiosks and for development.',
    networkMore: 'Visitors from elsewhere cannot reach it.',
    whatToDo: 'What to do for a public website',
    steps: [
      'Run Parley on a machine with a public name, without a screen:',
      'Let a web server with https pass everything on to it; Caddy gets the certificate by itself:',
      'Open that address here, sign in, and take the tag from there.',
    ],
    terminal: 'Terminal',
    tunnel:
      'No server of your own? A tunnel from this machine to a public https name does as well.',
  },
  de: {
    title: '4. Welche Websites ihn zeigen dürfen',
    note: 'Nur diese. Dieser Rechner und Parley selbst dürfen immer.',
    listLabel: 'Websites, die den Assistenten zeigen dürfen',
    none: 'Noch keine Website: Der Chat erscheint nur auf diesem Rechner.',
    addWebsite: 'Website hinzufügen',
    addWebsiteHint: 'Die Adresse wie im Browser. Ein Pfad ist egal, www nicht.',
    add: 'Hinzufügen',
    remove: (origin: string) => `${origin} entfernen`,
    noAddress: 'Schreiben Sie die Adresse der Website, etwa https://www.example.com',
    listed: 'Diese Website steht schon in der Liste.',
    reach: {
      works: 'Besucher erreichen Parley',
      'this-machine': 'Besucher erreichen diesen Rechner nicht',
      network: 'Nur aus Ihrem eigenen Netz',
      insecure: 'Browser blockieren das: Die Website ist https, Parley nicht',
    },

    audience: 'Von wo Besucher dieses Parley erreichen',
    everybody: 'Von überall: Es hat eine öffentliche Adresse.',
    machine: 'Nur von diesem Rechner.',
    network: 'Aus Ihrem eigenen Netz.',
    addressIs: 'Die Adresse ist',
    machineMore:
      'Für alle anderen ist das ihr eigener Rechner, und Browser gehen von einer öffentlichen Seite nicht dorthin. Hier, für Kioske und zum Entwickeln funktioniert es.',
    networkMore: 'Besucher von anderswo erreichen es nicht.',
    whatToDo: 'Was für eine öffentliche Website zu tun ist',
    steps: [
      'Lassen Sie Parley auf einem Rechner mit öffentlichem Namen laufen, ohne Bildschirm:',
      'Ein Webserver mit https reicht alles an Parley weiter; Caddy besorgt sich das Zertifikat selbst:',
      'Öffnen Sie diese Adresse, melden Sie sich an, und nehmen Sie den Code von dort.',
    ],
    terminal: 'Terminal',
    tunnel:
      'Kein eigener Server? Ein Tunnel von diesem Rechner zu einem öffentlichen https-Namen genügt ebenso.',
  },
})
