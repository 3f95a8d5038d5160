export const LANGUAGES = [
  {
    code: 'en',
    name: 'English',
    fillers: {
      positive: ['Great.'],
      negative: ['I see.'],
      question: ['Let me check.'],
      neutral: ['Okay.'],
    },
  },
  {
    code: 'de',
    name: 'German',
    fillers: {
      positive: ['Gut.'],
      negative: ['Verstehe.'],
      question: ['Moment.'],
      neutral: ['Okay.'],
    },
  },
]
