; What the app has registered for its user goes with it.
!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\parley"
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "com.example.parley"
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "com.example.parley"
!macroend
