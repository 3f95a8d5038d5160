/** What the server says of backups and restores, word for word, in German. */
export const BACKUPS_IN_GERMAN: Readonly<Record<string, string>> = {
  'Another backup or restore is under way.':
    'Eine andere Sicherung oder Wiederherstellung läuft noch.',
  'This Parley keeps its data in memory only.':
    'Dieses Parley hält seine Daten nur im Arbeitsspeicher.',
  'The disk for backups is full.': 'Die Festplatte für Sicherungen ist voll.',
  'The folder for backups cannot be written to.':
    'In den Ordner für Sicherungen kann nicht geschrieben werden.',
  'What happened stands in the log.': 'Was geschehen ist, steht im Protokoll.',
  'It cannot be opened.': 'Sie lässt sich nicht öffnen.',
  'It is damaged.': 'Sie ist beschädigt.',
  'It is damaged, or no database at all.': 'Sie ist beschädigt oder gar keine Datenbank.',
  'It is not a database of Parley.': 'Das ist keine Datenbank von Parley.',
  'Some of its rows refer to rows that are not there.':
    'Manche ihrer Zeilen verweisen auf Zeilen, die es nicht gibt.',
  'It cannot be brought to the form that this Parley needs.':
    'Sie lässt sich nicht in die Form bringen, die dieses Parley braucht.',
  'It is no export of Parley, or it is damaged.':
    'Das ist kein Export von Parley, oder er ist beschädigt.',
  'It is not complete.': 'Sie ist nicht vollständig.',
  'This file is encrypted: it needs its passphrase.':
    'Diese Datei ist verschlüsselt: Sie braucht ihr Kennwort.',
  'That is not the passphrase of this file.': 'Das ist nicht das Kennwort dieser Datei.',
  'The file is too large to be restored here.':
    'Die Datei ist zu groß, um hier wiederhergestellt zu werden.',
  'The disk is full.': 'Die Festplatte ist voll.',
  'Storage full.': 'Die Festplatte ist voll.',
  'There is no such file or backup.': 'Diese Datei oder Sicherung gibt es nicht.',
}
