/** Primary language subtag: "de" of "de-AT". */
export const primaryTag = (language: string): string => language.split(/[-_]/)[0]!.toLowerCase()
