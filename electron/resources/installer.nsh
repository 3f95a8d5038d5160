; What the app has registered for its user goes with it. An update runs the old version's uninstaller too, and changes nothing
; of what its user has switched on.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\parley"
    DeleteRegKey HKCU "Software\Classes\CLSID\{40776F72-8A59-4103-B658-C22980292825}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "com.example.parley"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "com.example.parley"
  ${endIf}
!macroend
