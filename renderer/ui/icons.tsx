import {
  ArrowDown,
  ArrowUp,
  Ban,
  Bell,
  BookUser,
  CalendarDays,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  Clock,
  CodeXml,
  Columns3,
  Copy,
  Ellipsis,
  ExternalLink,
  FileText,
  Globe,
  Hash,
  House,
  Inbox,
  Info,
  Keyboard,
  KeyRound,
  LogOut,
  Mail,
  MessageSquare,
  MessageSquareText,
  MessagesSquare,
  Monitor,
  Moon,
  PanelRight,
  Phone,
  Play,
  Plus,
  RefreshCw,
  Search,
  SendHorizontal,
  SlidersHorizontal,
  Sparkles,
  Square,
  Sun,
  Trash2,
  TriangleAlert,
  UserRound,
  UsersRound,
  Wallet,
  Webhook,
  X,
} from 'lucide'
import { icon, turning } from './icon.tsx'

/* Icons of the shell and the shared components. They load with the shell; those of the screens are in icons-work.tsx. */

export const InboxIcon = icon(Inbox)
export const AssistantIcon = icon(Sparkles)
export const SettingsIcon = icon(SlidersHorizontal)
export const CodeIcon = icon(CodeXml)
export const GlobeIcon = icon(Globe)
export const ExternalIcon = turning(ExternalLink)
export const SearchIcon = icon(Search)
export const SendIcon = turning(SendHorizontal)
export const BackIcon = turning(ChevronLeft)
export const ForwardIcon = turning(ChevronRight)
export const DownIcon = icon(ArrowDown)
export const UpIcon = icon(ArrowUp)
export const ExpandIcon = icon(ChevronDown)
export const CollapseIcon = icon(ChevronUp)
export const PlusIcon = icon(Plus)
export const CheckIcon = icon(Check)
export const CloseIcon = icon(X)
export const CopyIcon = icon(Copy)
export const AlertIcon = icon(TriangleAlert)
export const InfoIcon = icon(Info)
export const RefreshIcon = icon(RefreshCw)
export const PersonIcon = icon(UserRound)
export const PeopleIcon = icon(UsersRound)
export const PanelIcon = turning(PanelRight)
export const KeyIcon = icon(KeyRound)
export const SunIcon = icon(Sun)
export const MoonIcon = icon(Moon)
export const AutoIcon = icon(Monitor)
export const LeaveIcon = turning(LogOut)
export const KeyboardIcon = icon(Keyboard)
export const TrashIcon = icon(Trash2)
export const PlayIcon = icon(Play)
export const StopIcon = icon(Square)
export const ChatIcon = icon(MessageSquare)
export const ChatsIcon = icon(MessagesSquare)
export const MailIcon = icon(Mail)
export const PhoneIcon = icon(Phone)
export const ClockIcon = icon(Clock)
export const PageIcon = icon(FileText)
export const MoreIcon = icon(Ellipsis)
export const HomeIcon = icon(House)
export const ContactsIcon = icon(BookUser)
export const BalanceIcon = icon(Wallet)
export const NumbersIcon = icon(Hash)
export const SmsIcon = icon(MessageSquareText)
export const WebhookIcon = icon(Webhook)
export const BanIcon = icon(Ban)
export const BellIcon = icon(Bell)
export const CalendarIcon = icon(CalendarDays)
export const ColumnsIcon = icon(Columns3)
export const ErrorIcon = icon(CircleAlert)
export const DoneIcon = icon(CircleCheck)
