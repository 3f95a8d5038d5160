import { formatNumber } from './format.ts'
import { texts } from './language.ts'

/** Words of the versions of an assistant, and of merging two of them. */
export const assistantVersionTexts = texts({
  en: {
    open: 'Versions',
    title: 'Versions',
    lead: 'Every change is kept, from this form, the API or an import. The last 200 stay.',
    number: (number: number) => `Version ${formatNumber(number)}`,
    now: 'now',
    restoredFrom: (number: number) => `Version ${formatNumber(number)} again`,
    first: 'Created',
    by: (who: string) => `by ${who}`,
    restore: 'Restore this version',
    restored: (number: number) => `Version ${formatNumber(number)} is back.`,
    same: 'Nothing differs.',
    compare: 'Compared with',
    side: 'Beside each other',
    inline: 'In one text',
    before: 'Before',
    after: 'After',
    gone: (labels: string) =>
      `What it refers to is not there any more: ${labels}. It is in the form now as changes that are not saved, so that you can choose something else.`,
    loading: 'Loading the versions',
    failed: 'The versions could not be loaded',
    nothingSaved: 'Save or discard your changes first: restoring replaces them.',

    merge: {
      banner: (who: string) => `${who} saved another version while you were editing.`,
      look: 'Compare',
      title: 'Two changes at the same time',
      lead: (who: string, version: number) => `${who} saved version ${version}.`,
      clean: 'Nobody changed the same setting, so your changes fit on top of it.',
      both: 'Both of you changed these settings. Choose which one stays:',
      theyChanged: 'Changed there:',
      mine: 'Mine',
      theirs: 'Theirs',
      apply: 'Put my changes on top',
      drop: 'Drop my changes',
      done: 'Your changes are on top of the newest version now. Save them when they are as you want them.',
    },
  },
  de: {
    open: 'Versionen',
    title: 'Versionen',
    lead: 'Jede Änderung bleibt, ob aus diesem Formular, der API oder einem Import. Die letzten 200 werden behalten.',
    number: (number: number) => `Version ${formatNumber(number)}`,
    now: 'jetzt',
    restoredFrom: (number: number) => `Wieder Version ${formatNumber(number)}`,
    first: 'Angelegt',
    by: (who: string) => `von ${who}`,
    restore: 'Diese Version wiederherstellen',
    restored: (number: number) => `Version ${formatNumber(number)} ist zurück.`,
    same: 'Nichts ist anders.',
    compare: 'Verglichen mit',
    side: 'Nebeneinander',
    inline: 'In einem Text',
    before: 'Vorher',
    after: 'Nachher',
    gone: (labels: string) =>
      `Worauf sie sich bezieht, gibt es nicht mehr: ${labels}. Sie steht jetzt als nicht gespeicherte Änderung im Formular, damit Sie etwas anderes wählen können.`,
    loading: 'Die Versionen werden geladen',
    failed: 'Die Versionen konnten nicht geladen werden',
    nothingSaved:
      'Speichern oder verwerfen Sie erst Ihre Änderungen: Wiederherstellen ersetzt sie.',

    merge: {
      banner: (who: string) =>
        `${who} hat eine andere Version gespeichert, während Sie bearbeiteten.`,
      look: 'Vergleichen',
      title: 'Zwei Änderungen zur gleichen Zeit',
      lead: (who: string, version: number) => `${who} hat Version ${version} gespeichert.`,
      clean: 'Niemand hat dieselbe Einstellung geändert, also passen Ihre Änderungen darauf.',
      both: 'Diese Einstellungen haben Sie beide geändert. Wählen Sie, was bleibt:',
      theyChanged: 'Dort geändert:',
      mine: 'Meine',
      theirs: 'Die andere',
      apply: 'Meine Änderungen darauf setzen',
      drop: 'Meine Änderungen verwerfen',
      done: 'Ihre Änderungen stehen jetzt auf der neuesten Version. Speichern Sie, wenn alles stimmt.',
    },
  },
})
