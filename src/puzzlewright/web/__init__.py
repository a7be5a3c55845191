"""The service behind the page: the rules, the solver and the forms over HTTP, without any state about a person.

`app` makes the application; `pool` and `worker` are the processes that solve. Needs the extra `web`.
"""
