/* Texts of a bicycle shop with a workshop. */

export const PAGES: Readonly<Record<string, string>> = {
  '/': 'Radhaus – bicycles and workshop',
  '/workshop': 'Workshop – Radhaus',
  '/bikes/city': 'City bikes – Radhaus',
  '/bikes/e-bikes': 'E-bikes – Radhaus',
  '/bikes/kids': 'Bikes for kids – Radhaus',
  '/delivery': 'Delivery – Radhaus',
  '/werkstatt': 'Werkstatt – Radhaus',
  '/jobrad': 'JobRad – Radhaus',
}

export const VISITORS = {
  en: [
    'Amelia Ward',
    'Noah Fischer',
    'Priya Nair',
    'Tom Baker',
    'Chloe Martin',
    'Liam Walsh',
    'Sofia Rossi',
  ],
  de: [
    'Anna Schulz',
    'Mehmet Kaya',
    'Julia Hoffmann',
    'Paul Richter',
    'Greta Lindner',
    'Max Neumann',
  ],
} as const

export const LABELS = [
  ['Workshop', 'teal'],
  ['Order', 'blue'],
  ['Advice', 'purple'],
  ['Complaint', 'red'],
] as const

export const CANNED_REPLIES = [
  [
    'hours',
    'Opening hours',
    'We are open Tuesday to Friday from 10 to 19 and on Saturday from 10 to 16.',
  ],
  [
    'drop-off',
    'Bringing a bike',
    'Please bring your bike before 11 if you need it back on the same day. Lights and bags can stay at home.',
  ],
  [
    'danke',
    'Dank',
    'Vielen Dank für Ihre Nachricht! Melden Sie sich jederzeit, wenn noch etwas offen ist.',
  ],
] as const

/** Texts that the messaging channel has approved. */
export const TEMPLATES = [
  {
    name: 'bike_ready',
    language: 'en',
    category: 'utility',
    body_text: 'Hello {{1}}, your bike is ready. You can pick it up until {{2}}.',
    variables: ['name', 'time'],
  },
  {
    name: 'fahrrad_fertig',
    language: 'de',
    category: 'utility',
    body_text: 'Guten Tag {{1}}, Ihr Fahrrad ist fertig. Sie können es bis {{2}} abholen.',
    variables: ['name', 'zeit'],
  },
] as const

export const HANDBOOK = [
  [
    'When are you open?',
    'Radhaus is open Tuesday to Friday from 10 to 19 and on Saturday from 10 to 16. On Sunday and Monday it is closed.',
  ],
  [
    'What does an inspection cost?',
    'A basic inspection costs 59 euros and takes two working days. A full one with a new chain and brake pads costs 119 euros.',
  ],
  [
    'Do you offer test rides?',
    'Every bike in the shop can be ridden for half an hour. Please bring an identity card.',
  ],
  [
    'Do you deliver bikes?',
    'Bikes are delivered within Berlin for 29 euros, ready to ride, usually within three working days.',
  ],
  [
    'Kann ich über JobRad leasen?',
    'Ja, über JobRad und Bikeleasing. Das Angebot schreiben wir im Laden oder per Mail in wenigen Minuten.',
  ],
  [
    'Wie lange habe ich Garantie?',
    'Auf Neuräder gibt es zwei Jahre Gewährleistung und die erste Inspektion nach acht Wochen ist kostenlos.',
  ],
] as const

export const PRICES = [
  ['Flat tyre', 'Mending a flat tyre costs 18 euros with the tube, while you wait.'],
  ['Brake pads', 'New brake pads cost 24 euros a wheel, fitted.'],
  ['Chain and cassette', 'A new chain and cassette cost 89 euros, fitted, the next working day.'],
] as const

export const CALL_GREETING = 'Radhaus, this is Mira. How can I help you?'
export const CALL_END = 'Thank you for calling Radhaus. Goodbye!'

export const CALL_TALK = [
  [
    'I would like to bring my bike for an inspection.',
    'Gladly. Would Tuesday at ten suit you?',
    'Yes, Tuesday is fine.',
  ],
  [
    'Is my bike ready to be picked up?',
    'Under which name did you bring it?',
    'Nair. It was the blue one.',
  ],
  [
    'Haben Sie das Kestrel Tour noch da?',
    'Ja, in M und L. Möchten Sie es Probe fahren?',
    'Ja, am Samstag.',
  ],
  [
    'What time do you close today?',
    'Today we are open until seven in the evening.',
    'Thank you, goodbye.',
  ],
] as const

export const TEXTS = [
  'Radhaus: your bike is ready. We are open until 19:00.',
  'Radhaus: reminder of your workshop appointment tomorrow at 10:00.',
  'Radhaus: Ihr Rad ist fertig. Wir haben bis 19 Uhr geöffnet.',
] as const
