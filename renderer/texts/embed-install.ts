import { texts } from './language.ts'

/** The code for the website. */
export const embedInstallTexts = texts({
  en: {
    title: '6. Put it in',
    note: 'Once, before </body>, on every page that should have the chat.',
    ways: 'Ways to put it in',
    way: {
      tag: 'HTML',
      builders: 'Site builders',
      element: 'Element',
      module: 'ES module',
      react: 'React',
      pinned: 'Pinned',
      copy: 'Own copy',
    },
    explain: {
      tag: 'Always the newest chat: after an update of Parley there is nothing to do.',
      element:
        'For pages with several assistants, and for a chat that stands in the page. The script once, the element where you like.',
      module: 'For scripts of your own. Types come with the ZIP under Own copy.',
      react: 'A component to mount once, at the root.',
      pinned:
        'Exactly this version, checked by its hash (Subresource Integrity), with the chat that belongs to it. It stays available after an update of Parley; take the new tag when you want the new chat.',
      copy: 'The chat’s files on your own website: visitors’ browsers load no script from elsewhere, and the button is there even while Parley is not. Unpack the archive, here into /chat, and do so again after an update.',
    },
    placing: 'Where the chat is',
    floating: 'In the corner',
    inline: 'In the page',
    inlineMore: 'It fills its parent, so give that a height.',
    download: 'Download the files (ZIP)',
    downloadMore: 'The archive is also a package for npm: “parley-widget” with types.',
    notBuilt: 'The widget is not built yet. Run: npm run build',
    tagOf: (way: string) => `Code for the website: ${way}`,
    lookInTag:
      'The look, the way out and whether there is an invitation are part of the code. After changing them, paste the code again.',
    builder: 'Site builder',
    policy: 'Does the website have a content security policy?',
    policyMore:
      'Then allow these. img-src is for pictures that are sent in the chat. Styles, fonts and inline code need nothing, and no nonce.',
    policyLabel: 'Lines for the content security policy',
    calls: 'Steer the chat from your own code',
    callsMore: 'The first line once; then calls work before the script has loaded, too.',
    call: {
      queue: 'Keep calls until the chat is there',
      open: 'Open and close',
      hide: 'Hide the button, and show it',
      send: 'Send a message as the visitor',
      variables: 'Tell the assistant more',
      events: 'Hear what happens',
      element: 'Several chats on a page: call one of them',
      end: 'Forget the visitor, or take the chat away',
    },

    see: 'See it',
    seeNote:
      'The demo page has the same tag in it; a website shows it as soon as the tag is there.',
    demo: 'Open the demo page',
    visit: (host: string) => `Open ${host}`,
  },
  de: {
    title: '6. Einbauen',
    note: 'Einmal, vor </body>, auf jeder Seite, die den Chat haben soll.',
    ways: 'Wege, ihn einzubauen',
    way: {
      tag: 'HTML',
      builders: 'Baukästen',
      element: 'Element',
      module: 'ES-Modul',
      react: 'React',
      pinned: 'Festgelegt',
      copy: 'Eigene Kopie',
    },
    explain: {
      tag: 'Immer der neueste Chat: Nach einer Aktualisierung von Parley ist nichts zu tun.',
      element:
        'Für Seiten mit mehreren Assistenten und für einen Chat, der in der Seite steht. Das Skript einmal, das Element, wo Sie möchten.',
      module: 'Für eigene Skripte. Die Typen liegen im ZIP unter „Eigene Kopie“.',
      react: 'Eine Komponente, einmal ganz oben eingehängt.',
      pinned:
        'Genau diese Version, durch ihre Prüfsumme gesichert (Subresource Integrity), mit dem Chat, der zu ihr gehört. Sie bleibt nach einer Aktualisierung von Parley verfügbar; nehmen Sie den neuen Code, wenn Sie den neuen Chat möchten.',
      copy: 'Die Dateien des Chats auf Ihrer eigenen Website: Die Browser der Besucher laden kein Skript von anderswo, und der Knopf ist da, auch wenn Parley es nicht ist. Entpacken Sie das Archiv, hier nach /chat, und nach einer Aktualisierung noch einmal.',
    },
    placing: 'Wo der Chat ist',
    floating: 'In der Ecke',
    inline: 'In der Seite',
    inlineMore: 'Er füllt das Element um ihn herum; geben Sie diesem eine Höhe.',
    download: 'Dateien herunterladen (ZIP)',
    downloadMore: 'Das Archiv ist auch ein Paket für npm: „parley-widget“ mit Typen.',
    notBuilt: 'Das Widget ist noch nicht gebaut. Starten Sie: npm run build',
    tagOf: (way: string) => `Code für die Website: ${way}`,
    lookInTag:
      'Das Aussehen, der Ausweg und ob es eine Einladung gibt, stehen im Code. Wenn Sie das ändern, fügen Sie den Code bitte neu ein.',
    builder: 'Baukasten',
    policy: 'Hat die Website eine Content Security Policy?',
    policyMore:
      'Dann erlauben Sie das Folgende. img-src ist für Bilder, die im Chat gesendet werden. Stile, Schriften und Inline-Code brauchen nichts, auch kein Nonce.',
    policyLabel: 'Zeilen für die Content Security Policy',
    calls: 'Den Chat aus eigenem Code steuern',
    callsMore: 'Die erste Zeile einmal; dann wirken Aufrufe auch, bevor das Skript geladen ist.',
    call: {
      queue: 'Aufrufe aufheben, bis der Chat da ist',
      open: 'Öffnen und schließen',
      hide: 'Den Knopf verbergen und zeigen',
      send: 'Als Besucher eine Nachricht senden',
      variables: 'Dem Assistenten mehr mitteilen',
      events: 'Hören, was geschieht',
      element: 'Mehrere Chats auf einer Seite: einen davon rufen',
      end: 'Den Besucher vergessen oder den Chat entfernen',
    },

    see: 'Ansehen',
    seeNote: 'Die Demoseite hat denselben Code; eine Website zeigt den Chat, sobald er dort steht.',
    demo: 'Demoseite öffnen',
    visit: (host: string) => `${host} öffnen`,
  },
})
