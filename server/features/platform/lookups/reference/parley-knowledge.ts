/** A short article: what a visitor would ask, and sentences that each stand alone when quoted. */
export interface Article {
  readonly heading: string
  readonly content: string
}

/** What Parley knows about itself: the knowledge base of the assistant that a new data folder starts with. */
export const PARLEY_KNOWLEDGE: readonly Article[] = [
  {
    heading: 'What is Parley, and what does Parley do?',
    content:
      'Parley is the desk behind the chat bubble of your website. AI assistants answer your visitors, and a person at the desk sees every conversation live and can take over. Everything runs on your own machine: one app, one database file, a local REST API and one script tag for your website.',
  },
  {
    heading: 'What does Parley cost? Is it free?',
    content:
      'Parley is free of charge, for companies too. There is no monthly fee, no subscription, no paid plan and no limit on seats. Only a hosted language model or an SMS provider that you connect yourself may charge you.',
  },
  {
    heading: 'Which licence does Parley have? Is it open source?',
    content:
      'Parley is open source under the MIT licence. You may use it commercially, change it and pass it on.',
  },
  {
    heading: 'Where does my data go?',
    content:
      'Your data stays on the machine that Parley runs on: with the built-in model nothing leaves your machine. If you connect a hosted language model, the messages it answers are sent to that provider.',
  },
  {
    heading: 'Is Parley private and GDPR friendly?',
    content:
      'With the built-in model nothing leaves your machine, and your data stays there. Parley has no cloud and sends no telemetry. You can export and erase everything about a visitor.',
  },
  {
    heading: 'Where are conversations stored? Which database does Parley use?',
    content:
      'Conversations, visitors and settings are stored in one SQLite file named parley.db in the data folder on your machine. No database server has to be installed.',
  },
  {
    heading: 'Where is the data folder, and can I move it?',
    content:
      "By default the data folder is the application data folder of your operating system. Set PARLEY_DATA_DIR to keep the data in another folder. Parley prints the folder's path when it starts.",
  },
  {
    heading: 'How do I make a backup or restore it?',
    content:
      'Parley makes a backup every day by itself, a copy of everything, and restores each for a trial to prove it. Settings › Backups makes one at once, and is where you restore it.',
  },
  {
    heading: 'How do I move Parley to another computer?',
    content:
      'To move Parley to another computer, choose Export everything in the settings here, and open that file in the settings there. Keys of other services are entered again after the move.',
  },
  {
    heading: 'When are you open? Is a person there around the clock, on Saturday and Sunday?',
    content:
      'I am an assistant and answer at any hour. A person who is at the desk can step in; when people are there is up to whoever runs this Parley.',
  },
  {
    heading: 'How do I update Parley to a new version?',
    content:
      'An installed Parley that names an update feed looks for a new version by itself, checks its signature, and installs it when you ask for it or quit. Otherwise install the newer version over the old one: the old database is kept until the new one works.',
  },
  {
    heading: 'Is there a desktop app with a tray icon and notifications?',
    content:
      'Yes, the desktop app shows unread conversations beside the clock, notifies you of new messages, and opens parley:// links. It can start when you sign in to the computer, which is off until you switch it on in Settings › About.',
  },
  {
    heading: 'Can the desktop app connect to a Parley on a server?',
    content:
      'Yes, under Settings › Workspaces: enter the address of the server and an API key of it. Then you switch between the workspaces in the menu, and the Parley of this computer keeps running.',
  },
  {
    heading: 'How do I delete or export what is known about a visitor?',
    content:
      'Open the contact of the visitor. Download everything packs chats, webhooks and files about that visitor into one archive. Erase removes the visitor from the database, its search, the log and the attachments. How long chats are kept is set for each assistant.',
  },
  {
    heading: 'How do I install and start Parley?',
    content:
      'Run npm ci and then npm start in the folder of Parley. When it is ready it prints its address, a link that signs you in, and the address of a demo page. A working assistant is there from the first start, without an account or a key.',
  },
  {
    heading: 'Which operating systems and what requirements does Parley need?',
    content:
      'Parley runs on Windows, macOS and Linux with Node.js. It brings a recent Node.js along if yours is older. No Docker, no database server and no cloud account are required.',
  },
  {
    heading: 'How do I put the chat widget on my website?',
    content:
      'Copy the tag of the assistant in Parley and paste it into the pages of your website, before the closing body tag. The tag is one line: <script src="https://chat.example.com/widget.js" data-assistant="UUID" async></script>. The chat bubble then appears in the corner of the page. Add your website to the list of websites that may show the assistant.',
  },
  {
    heading: 'Does the widget work with WordPress, Shopify or another website builder?',
    content:
      'The widget works on every website where you can paste a script tag, such as WordPress, Shopify, Wix or plain HTML. It lives in its own shadow root, so the styles of your page and of the widget do not mix.',
  },
  {
    heading: 'Can I try the widget before I put it on my site? Is there a demo?',
    content:
      'Yes, open /demo on the address of Parley: it is a page with the widget on it. You can also test an assistant from the desk before you activate it.',
  },
  {
    heading: 'Why does the widget not connect on my public website?',
    content:
      "On a public website localhost means the visitor's own machine, so the visitor's browser cannot reach a Parley on your desk. Run Parley headless behind a public https name and use that name in the tag. The widget shows the visitor a short notice when it cannot connect.",
  },
  {
    heading: 'How do I run Parley headless on a server with a public https name?',
    content:
      'Run npm run serve on the server: this is the same Parley, headless, without the desktop app. Set PARLEY_PUBLIC_URL to the https address, such as https://chat.example.com, and put a reverse proxy or a tunnel in front of it. The operator screens then open in your browser under the same address.',
  },
  {
    heading: 'How do I change the port or the address Parley listens on?',
    content:
      'Parley listens on port 4317 of this machine only. Set PARLEY_PORT to change the port; 0 picks a free one. Set PARLEY_HOST to listen on another address, which needs PARLEY_PUBLIC_URL as well.',
  },
  {
    heading: 'How can a person take over a conversation from the AI?',
    content:
      'Open the conversation in the inbox and take it over: from that moment the AI is silent and your messages go to the visitor. An answer that the AI is just writing is cut off. You see every conversation live, so you can step in at any time.',
  },
  {
    heading: 'How do I hand a conversation back to the AI?',
    content:
      'Hand the conversation back in the inbox, and the AI answers again. It begins with what is still unanswered.',
  },
  {
    heading: 'What happens when the assistant does not know an answer?',
    content:
      'The assistant says plainly that it does not know and that a person will follow up. The conversation waits in the inbox, where a person can answer it.',
  },
  {
    heading: 'How do I create an API key?',
    content:
      'The first API key is shown once, when Parley starts for the first time. You create more keys under API keys, and Parley stores only a hash of each. For automation, set PARLEY_API_KEY before the first start to choose the key yourself.',
  },
  {
    heading: 'Is there a REST API? How do I call it with curl?',
    content:
      'Parley has a REST API under /api, described at /api/docs and as OpenAPI at /api/openapi.json. Send your key as a bearer token, for example: curl -H "Authorization: Bearer YOUR_KEY" http://127.0.0.1:4317/api/user/assistants/get.',
  },
  {
    heading: 'How do I connect Ollama, LM Studio or another local language model?',
    content:
      'Ollama, LM Studio, vLLM and llama.cpp work, because Parley speaks to every OpenAI-compatible API. Settings › Models looks for them on this machine and adds what it finds, Ollama at http://127.0.0.1:11434/v1 for example. No key is needed for a local model.',
  },
  {
    heading: 'Can I use a hosted model such as GPT with my own key?',
    content:
      'Yes, Parley works with hosted services that offer an OpenAI-compatible API. Under Settings › Models you add the service with its base URL, your key and the models with their prices. They then appear in the list when you configure an assistant, and Settings › Budgets says how much they may cost.',
  },
  {
    heading: 'Which AI does Parley use? What are the limits of the built-in model?',
    content:
      "The built-in model is part of Parley and works offline, without a key. It answers in the words of the assistant's knowledge base and of the facts in its prompt, and it invents nothing. It is not a large language model: it cannot write freely, reason or translate.",
  },
  {
    heading: 'How does the assistant know about my business? How do I train it?',
    content:
      'The assistant answers from its knowledge base and from the facts in its system prompt. Under Knowledge you upload files (PDF, Word, Markdown, HTML, CSV) or name your website, whose pages are read. There is no training: what is there counts from the next message on.',
  },
  {
    heading: 'Which languages does Parley speak?',
    content:
      'An assistant can be set to about forty languages. The built-in model has phrases of its own in English, German, French, Spanish, Italian, Portuguese and Dutch. A connected language model answers in every language it knows.',
  },
  {
    heading: 'Can Parley make phone calls?',
    content:
      'Calls are simulated for now: the Sandbox voice provider is a labelled simulation, and no real phone rings. Real calls through a voice provider are planned.',
  },
  {
    heading: 'Can Parley send SMS text messages?',
    content:
      'Without an SMS provider, text messages go to the Sandbox, a labelled simulation that sends nothing. To send real SMS, connect a provider under Settings › Providers.',
  },
  {
    heading: 'Can Parley notify other systems with webhooks?',
    content:
      'Parley can call a webhook of yours when a chat conversation ends or a call is over. Each webhook is signed by the Standard Webhooks scheme, so that your system can check where it comes from.',
  },
  {
    heading: 'Can I change the colour and position of the widget?',
    content:
      "The widget takes its theme, colour and position from the assistant's widget settings. It follows the visitor's light or dark setting unless you choose a theme.",
  },
  {
    heading: 'Is Parley secure?',
    content:
      'Parley listens on this machine only unless you open it. Visitors get a token of their own and see their own conversations only, and an assistant is shown only on the websites you allow. API keys and tokens are stored as hashes.',
  },
]

/** The assistant of a new data folder. */
export const STARTER_ASSISTANT = {
  name: 'Parley guide',
  initial_message:
    'Hello! I am the guide to Parley. Ask me how to put the chat on your website, how to take over a conversation or how to connect a language model.',
  system_prompt: `You are the guide to Parley, a customer-chat desk that runs on the operator's own machine. You answer questions about setting it up and using it.

Answer in one to three plain sentences. Use only what your knowledge base says. Never invent a feature, a price or a date. If the knowledge base does not answer a question, say so and that a person will follow up.`,
} as const
