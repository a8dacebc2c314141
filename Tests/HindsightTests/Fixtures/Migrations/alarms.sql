CREATE INDEX step_alarm ON step (ownerID, alarmMinute, alarmDays, goalID)
WHERE alarmMinute IS NOT NULL AND doneAt IS NULL;
