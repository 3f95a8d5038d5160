import {
  Activity,
  AlarmClock,
  Archive,
  ArrowLeft,
  ArrowRight,
  ArrowUpDown,
  AtSign,
  BellOff,
  Bold,
  Bookmark,
  BookOpen,
  Bot,
  Braces,
  ChartColumn,
  ChartLine,
  CheckCheck,
  Circle,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Code,
  Coins,
  Command,
  Contact,
  CornerDownLeft,
  Cpu,
  Database,
  Download,
  Eye,
  EyeOff,
  File,
  FileBraces,
  FileDown,
  FileUp,
  Flag,
  FlaskConical,
  FolderOpen,
  Gauge,
  GitCompare,
  GripVertical,
  Hand,
  Headset,
  History,
  Image,
  ImagePlus,
  Italic,
  Languages,
  Laptop,
  Layers,
  Lightbulb,
  Link,
  List,
  ListChecks,
  ListFilter,
  ListOrdered,
  Lock,
  LockOpen,
  MapPin,
  Maximize2,
  Megaphone,
  Mic,
  MicOff,
  Minimize2,
  Minus,
  MousePointerClick,
  Palette,
  Paperclip,
  PartyPopper,
  Pause,
  Pencil,
  PhoneIncoming,
  PhoneOff,
  PhoneOutgoing,
  Pin,
  Plug,
  Power,
  Quote,
  ReceiptText,
  Redo2,
  Reply,
  Rocket,
  RotateCcw,
  Save,
  ScanEye,
  Server,
  ShieldCheck,
  SkipForward,
  Smartphone,
  Smile,
  SquarePen,
  Star,
  StickyNote,
  Strikethrough,
  Table,
  Tag,
  Target,
  ThumbsDown,
  ThumbsUp,
  Timer,
  TrendingDown,
  TrendingUp,
  Undo2,
  Upload,
  UserRoundMinus,
  UserRoundPlus,
  Voicemail,
  Volume2,
  VolumeX,
  Wifi,
  WifiOff,
  Wrench,
  Zap,
} from 'lucide'
import { icon, turning } from './icon.tsx'

/* Icons used in screens. They load with the first screen that uses one. */

export const PaperclipIcon = icon(Paperclip)
export const ImageIcon = icon(Image)
export const FileIcon = icon(File)
export const DownloadIcon = icon(Download)
export const UploadIcon = icon(Upload)
export const TagIcon = icon(Tag)
export const BookmarkIcon = icon(Bookmark)
export const StarIcon = icon(Star)
export const PinIcon = icon(Pin)
export const BellOffIcon = icon(BellOff)
export const SnoozeIcon = icon(AlarmClock)
export const FilterIcon = icon(ListFilter)
export const SortIcon = icon(ArrowUpDown)
export const DragIcon = icon(GripVertical)
export const HistoryIcon = icon(History)
export const UndoIcon = icon(Undo2)
export const RedoIcon = icon(Redo2)
export const EditIcon = icon(Pencil)
export const WriteIcon = icon(SquarePen)
export const NoteIcon = icon(StickyNote)
export const CannedIcon = icon(Zap)
export const HandIcon = icon(Hand)
export const GaugeIcon = icon(Gauge)
export const ChartIcon = icon(ChartColumn)
export const TrendIcon = icon(ChartLine)
export const TrendUpIcon = icon(TrendingUp)
export const TrendDownIcon = icon(TrendingDown)
export const ReceiptIcon = icon(ReceiptText)
export const ContactIcon = icon(Contact)
export const AtIcon = icon(AtSign)
export const LinkIcon = icon(Link)
export const ShowIcon = icon(Eye)
export const HideIcon = icon(EyeOff)
export const LockIcon = icon(Lock)
export const UnlockIcon = icon(LockOpen)
export const SafeIcon = icon(ShieldCheck)
export const CommandIcon = icon(Command)
export const EnterIcon = turning(CornerDownLeft)
export const LanguageIcon = icon(Languages)
export const PaletteIcon = icon(Palette)
export const DataIcon = icon(Database)
export const ToolIcon = icon(Wrench)
export const BookIcon = icon(BookOpen)
export const BotIcon = icon(Bot)
export const MobileIcon = icon(Smartphone)
export const LaptopIcon = icon(Laptop)
export const PlaceIcon = icon(MapPin)
export const CrossIcon = icon(CircleX)
export const PendingIcon = icon(CircleDashed)
export const DotIcon = icon(Circle)
export const MicIcon = icon(Mic)
export const MicOffIcon = icon(MicOff)
export const SoundIcon = icon(Volume2)
export const SoundOffIcon = icon(VolumeX)
export const PauseIcon = icon(Pause)
export const ThumbUpIcon = icon(ThumbsUp)
export const ThumbDownIcon = icon(ThumbsDown)
export const SmileIcon = icon(Smile)
export const ArchiveIcon = icon(Archive)
export const FolderIcon = icon(FolderOpen)
export const ListIcon = icon(List)
export const ChecklistIcon = icon(ListChecks)
export const TableIcon = icon(Table)
export const LayersIcon = icon(Layers)
export const CompareIcon = icon(GitCompare)
export const FlaskIcon = icon(FlaskConical)
export const RocketIcon = icon(Rocket)
export const IdeaIcon = icon(Lightbulb)
export const HelpIcon = icon(CircleQuestionMark)
export const MinusIcon = icon(Minus)
export const MaximizeIcon = icon(Maximize2)
export const MinimizeIcon = icon(Minimize2)
export const ResetIcon = icon(RotateCcw)
export const SaveIcon = icon(Save)
export const PersonPlusIcon = icon(UserRoundPlus)
export const PersonMinusIcon = icon(UserRoundMinus)
export const OnlineIcon = icon(Wifi)
export const OfflineIcon = icon(WifiOff)
export const ServerIcon = icon(Server)
export const PlugIcon = icon(Plug)
export const LeftIcon = turning(ArrowLeft)
export const RightIcon = turning(ArrowRight)
export const ClickIcon = icon(MousePointerClick)
export const ActivityIcon = icon(Activity)
export const VariablesIcon = icon(Braces)
export const QuoteIcon = icon(Quote)
export const ReplyIcon = turning(Reply)
export const SkipIcon = turning(SkipForward)
export const SeenIcon = icon(CheckCheck)
export const PowerIcon = icon(Power)
export const FlagIcon = icon(Flag)
export const ImportIcon = icon(FileUp)
export const ExportIcon = icon(FileDown)
export const JsonIcon = icon(FileBraces)
export const PartyIcon = icon(PartyPopper)
export const CpuIcon = icon(Cpu)
export const TimerIcon = icon(Timer)
export const MoneyIcon = icon(Coins)
export const HeadsetIcon = icon(Headset)
export const CallInIcon = icon(PhoneIncoming)
export const CallOutIcon = icon(PhoneOutgoing)
export const CallOffIcon = icon(PhoneOff)
export const VoicemailIcon = icon(Voicemail)
export const EyesIcon = icon(ScanEye)
export const CampaignIcon = icon(Megaphone)
export const LeadIcon = icon(Target)
export const BoldIcon = icon(Bold)
export const ItalicIcon = icon(Italic)
export const StrikeIcon = icon(Strikethrough)
export const CodeIcon = icon(Code)
export const NumbersIcon = icon(ListOrdered)
export const PlacePictureIcon = icon(ImagePlus)
