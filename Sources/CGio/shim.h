#ifndef ACCTSTORE_CGIO_H
#define ACCTSTORE_CGIO_H

#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>

#endif
