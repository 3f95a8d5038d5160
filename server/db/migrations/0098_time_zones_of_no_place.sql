-- Machines that do not know their time zone call it `Etc/Unknown`, which is none: nothing can be dated by it.
UPDATE assistants SET timezone = 'UTC' WHERE timezone = 'Etc/Unknown';
UPDATE assistants SET tools = replace(tools, '"timezone":"Etc/Unknown"', '"timezone":"UTC"') WHERE instr(tools, '"timezone":"Etc/Unknown"') > 0;
UPDATE assistant_versions SET settings = replace(settings, '"timezone":"Etc/Unknown"', '"timezone":"UTC"') WHERE instr(settings, '"timezone":"Etc/Unknown"') > 0;
UPDATE campaigns SET timezone = 'UTC' WHERE timezone = 'Etc/Unknown';
UPDATE visitors SET timezone = NULL WHERE timezone = 'Etc/Unknown';
