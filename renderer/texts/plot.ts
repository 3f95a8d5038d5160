import { texts } from './language.ts'

/** Words around every plot. */
export const plotTexts = texts({
  en: {
    day: 'Day',
    total: 'Total',
    showTable: 'Show as table',
    showPlot: 'Show as plot',
    cursor: (title: string) => `${title}: day`,
    none: 'no value',
    loading: 'Drawing the plot',
    failed: 'The plot could not be drawn. The table has the same numbers.',
  },
  de: {
    day: 'Tag',
    total: 'Summe',
    showTable: 'Als Tabelle zeigen',
    showPlot: 'Als Diagramm zeigen',
    cursor: (title: string) => `${title}: Tag`,
    none: 'kein Wert',
    loading: 'Das Diagramm wird gezeichnet',
    failed: 'Das Diagramm konnte nicht gezeichnet werden. Die Tabelle enthält dieselben Zahlen.',
  },
})
