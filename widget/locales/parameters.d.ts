// Made from en.json by `npm run locales`.
type Value = string | number

export interface Parameters {
  within: { time: Value }
  left: { count: number }
  tooLong: { count: number }
  emailSaved: { email: Value }
  fileTooLarge: { name: Value }
  fileRefused: { name: Value }
  fileCount: { count: number }
  removeFile: { name: Value }
  away: { time: Value }
  usually: { time: Value }
  dialog: { name: Value }
  unread: { count: number }
}
