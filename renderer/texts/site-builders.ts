import { texts } from './language.ts'

/** How the tag gets into the website builders that people use. */
export const builderTexts = texts({
  en: {
    wordpress: {
      name: 'WordPress',
      steps: [
        'Install a plugin that adds code to the footer, such as WPCode.',
        'Choose Code Snippets › Header & Footer, and paste the tag under Footer.',
        'Save, and empty the cache if there is one.',
      ],
    },
    shopify: {
      name: 'Shopify',
      steps: [
        'Choose Online Store › Themes › … › Edit code.',
        'Open layout/theme.liquid and paste the tag before </body>.',
        'Save.',
      ],
    },
    wix: {
      name: 'Wix',
      steps: [
        'Choose Settings › Custom code › Add custom code.',
        'Paste the tag, choose All pages and Body – end.',
        'Apply.',
      ],
    },
    squarespace: {
      name: 'Squarespace',
      steps: [
        'Choose Settings › Advanced › Code injection.',
        'Paste the tag under Footer.',
        'Save.',
      ],
    },
    webflow: {
      name: 'Webflow',
      steps: [
        'Choose Site settings › Custom code.',
        'Paste the tag under Footer code.',
        'Save, and publish the site.',
      ],
    },
    tagManager: {
      name: 'Tag manager',
      steps: [
        'Make a custom HTML tag with the code below. It is another one than for HTML, because tag managers drop data attributes.',
        'Fire it on all pages, on DOM ready.',
        'Publish.',
      ],
    },
  },
  de: {
    wordpress: {
      name: 'WordPress',
      steps: [
        'Installieren Sie ein Plugin, das Code in den Footer setzt, etwa WPCode.',
        'Wählen Sie Code Snippets › Header & Footer, und fügen Sie den Code unter Footer ein.',
        'Speichern Sie, und leeren Sie den Cache, falls es einen gibt.',
      ],
    },
    shopify: {
      name: 'Shopify',
      steps: [
        'Wählen Sie Onlineshop › Themes › … › Code bearbeiten.',
        'Öffnen Sie layout/theme.liquid, und fügen Sie den Code vor </body> ein.',
        'Speichern Sie.',
      ],
    },
    wix: {
      name: 'Wix',
      steps: [
        'Wählen Sie Einstellungen › Benutzerdefinierter Code › Code hinzufügen.',
        'Fügen Sie den Code ein, wählen Sie Alle Seiten und Body – Ende.',
        'Übernehmen Sie.',
      ],
    },
    squarespace: {
      name: 'Squarespace',
      steps: [
        'Wählen Sie Einstellungen › Erweitert › Code-Injection.',
        'Fügen Sie den Code unter Fußzeile ein.',
        'Speichern Sie.',
      ],
    },
    webflow: {
      name: 'Webflow',
      steps: [
        'Wählen Sie Site settings › Custom code.',
        'Fügen Sie den Code unter Footer code ein.',
        'Speichern Sie, und veröffentlichen Sie die Website.',
      ],
    },
    tagManager: {
      name: 'Tag-Manager',
      steps: [
        'Legen Sie ein Tag mit eigenem HTML und dem Code unten an. Es ist ein anderer als für HTML, weil Tag-Manager data-Attribute entfernen.',
        'Lassen Sie es auf allen Seiten auslösen, wenn das DOM bereit ist.',
        'Veröffentlichen Sie.',
      ],
    },
  },
})
