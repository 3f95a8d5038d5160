/* Conversations of the demo shop with its visitors. */

/** Speaker of a line: the visitor, the assistant, or one of the operators. */
export type Line = readonly [by: 'v' | 'a' | 'p', text: string]

export interface Dialogue {
  readonly language: 'en' | 'de'
  /** Name of the visitor, if known. */
  readonly name?: string
  readonly label?: string
  /** Page of the website on which it started. */
  readonly page: string
  /** Probability of a good rating. */
  readonly mood: number
  readonly lines: readonly Line[]
}

export const DIALOGUES: readonly Dialogue[] = [
  {
    language: 'en',
    page: '/workshop',
    label: 'Workshop',
    mood: 0.95,
    lines: [
      ['v', 'Hi! How much is a basic inspection, and how long does it take?'],
      [
        'a',
        'A basic inspection costs 59 euros and takes two working days. Shall I tell you what is included?',
      ],
      ['v', 'Yes please.'],
      [
        'a',
        'Brakes, gears, chain wear, tyre pressure, lights and all screws. Small parts up to 5 euros are included.',
      ],
      ['v', 'Perfect, I will come by tomorrow.'],
      ['a', 'Wonderful. If you bring it before 11, we can start the same day.'],
    ],
  },
  {
    language: 'en',
    page: '/bikes/e-bikes',
    label: 'Advice',
    mood: 0.9,
    lines: [
      ['v', 'Which e-bike would you recommend for a 15 km commute with some hills?'],
      [
        'a',
        'For 15 km with hills a mid-motor with at least 500 Wh is comfortable both ways. The Kestrel Tour and the Loop 8 are both in the shop for a test ride.',
      ],
      ['v', 'Can I take one for a test ride on Saturday?'],
      [
        'a',
        'Of course. Every bike can be ridden for half an hour, just bring an identity card. On Saturday we are open from 10 to 16.',
      ],
    ],
  },
  {
    language: 'en',
    page: '/',
    mood: 0.85,
    lines: [
      ['v', 'Are you open on Monday?'],
      [
        'a',
        'On Monday we are closed. From Tuesday to Friday we are here from 10 to 19, and on Saturday from 10 to 16.',
      ],
    ],
  },
  {
    language: 'en',
    page: '/delivery',
    label: 'Order',
    mood: 0.6,
    lines: [
      ['v', 'Order 4183 should have been delivered yesterday but nobody came.'],
      [
        'a',
        'I am sorry about that. I cannot see deliveries myself, so I am asking a colleague to look it up for you.',
      ],
      [
        'p',
        'Hello, this is Lena. The van broke down yesterday evening, I am really sorry. Would today between 17 and 19 suit you?',
      ],
      ['v', 'Yes, that works. Thanks for the quick answer!'],
      [
        'p',
        'Great, the driver will ring you ten minutes before. And your delivery is free, of course.',
      ],
    ],
  },
  {
    language: 'en',
    page: '/bikes/kids',
    label: 'Advice',
    mood: 0.95,
    lines: [
      ['v', 'My daughter is 1.15 m tall. What size should she ride?'],
      [
        'a',
        'At 1.15 m a 20 inch bike fits best, with the saddle all the way down at first. It should last about two years.',
      ],
      ['v', 'And do you take the old one back?'],
      [
        'a',
        'Yes: children’s bikes in good shape are taken back for up to 40 % of the price of the next one.',
      ],
      ['v', 'That is great, thank you!'],
    ],
  },
  {
    language: 'en',
    page: '/bikes/city',
    mood: 0.8,
    lines: [
      ['v', 'Do you have the Loop 7 in dark green, size M?'],
      [
        'a',
        'The Loop 7 comes in dark green. Whether size M is in the shop right now I do not know; a colleague will have a look.',
      ],
      ['p', 'One is left in M, and I have put it aside for you until Saturday. Jonas'],
      ['v', 'Amazing, see you on Friday.'],
    ],
  },
  {
    language: 'en',
    page: '/workshop',
    label: 'Complaint',
    mood: 0.25,
    lines: [
      ['v', 'My brakes squeal again, one week after the inspection. Not happy.'],
      [
        'a',
        'I am sorry to hear that. Squealing shortly after new pads is often solved by riding them in, but somebody should look at it.',
      ],
      ['v', 'I would like to speak to a person.'],
      [
        'p',
        'Hi, Lena here. Please bring it in whenever you like, we look at it at once and you pay nothing.',
      ],
      ['v', 'OK. I will come on Thursday.'],
    ],
  },
  {
    language: 'en',
    page: '/',
    mood: 0.9,
    lines: [
      ['v', 'Can I pay in instalments?'],
      [
        'a',
        'Yes, over 12 or 24 months from 500 euros on. It is arranged in the shop and takes about ten minutes.',
      ],
      ['v', 'Good to know, thanks.'],
    ],
  },
  {
    language: 'de',
    page: '/werkstatt',
    label: 'Workshop',
    mood: 0.95,
    lines: [
      ['v', 'Guten Tag, was kostet ein neuer Mantel mit Montage?'],
      [
        'a',
        'Mit Montage liegen Sie je nach Reifen zwischen 35 und 60 Euro. Das machen wir meist noch am selben Tag.',
      ],
      ['v', 'Super, brauche ich einen Termin?'],
      ['a', 'Nein, für Reifen kommen Sie einfach vorbei. Vor 11 Uhr ist es am ruhigsten.'],
    ],
  },
  {
    language: 'de',
    page: '/jobrad',
    label: 'Order',
    mood: 0.9,
    lines: [
      ['v', 'Kann ich bei Ihnen über JobRad leasen?'],
      [
        'a',
        'Ja, über JobRad und über Bikeleasing. Das Angebot schreiben wir Ihnen in wenigen Minuten, im Laden oder per Mail.',
      ],
      ['v', 'Was brauchen Sie dafür von mir?'],
      [
        'a',
        'Ihren Namen, den Arbeitgeber und das Rad, das es werden soll. Den Rest erledigt das Portal.',
      ],
      ['v', 'Danke, das klingt einfach.'],
      ['a', 'Ist es auch. Viel Freude mit dem neuen Rad!'],
    ],
  },
  {
    language: 'de',
    page: '/',
    mood: 0.85,
    lines: [
      ['v', 'Haben Sie am Samstag geöffnet?'],
      ['a', 'Ja, am Samstag von 10 bis 16 Uhr. Sonntag und Montag ist geschlossen.'],
    ],
  },
  {
    language: 'de',
    page: '/bikes/e-bikes',
    label: 'Advice',
    mood: 0.7,
    lines: [
      ['v', 'Mein Akku lädt nur noch bis 80 Prozent. Ist er kaputt?'],
      ['a', 'Das kann eine eingeschaltete Schonladung sein. Welches Modell haben Sie?'],
      ['v', 'Kestrel Tour, zwei Jahre alt.'],
      [
        'a',
        'Beim Kestrel steht die Schonladung im Menü unter „Akku“. Hilft das nicht, lesen wir ihn kostenlos aus.',
      ],
      [
        'p',
        'Kurze Ergänzung aus der Werkstatt: Für Ihr Modell gibt es ein Update, das spielen wir gern auf. Jonas',
      ],
      ['v', 'Perfekt, dann komme ich nächste Woche vorbei.'],
    ],
  },
  {
    language: 'de',
    page: '/delivery',
    label: 'Order',
    mood: 0.5,
    lines: [
      ['v', 'Ich habe gestern bestellt und noch keine Bestätigung bekommen.'],
      ['a', 'Das tut mir leid. Ich gebe es an eine Kollegin weiter, die nachsehen kann.'],
      [
        'p',
        'Guten Tag, Lena hier. In Ihrer Adresse fehlte die Hausnummer, deshalb blieb sie liegen. Jetzt ist sie raus!',
      ],
      ['v', 'Ah, mein Fehler. Vielen Dank!'],
    ],
  },
  {
    language: 'de',
    page: '/bikes/kids',
    mood: 0.95,
    lines: [
      ['v', 'Ab welchem Alter gibt es Laufräder?'],
      [
        'a',
        'Ab etwa 18 Monaten, wenn die Beine 30 Zentimeter lang sind. Zum Ausprobieren stehen drei im Laden.',
      ],
      ['v', 'Danke schön!'],
    ],
  },
]
